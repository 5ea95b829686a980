"""Made-up runs of programs that tell about the machine, and of builds.

Each function stands for one program. It gets the slots of the request (and
under "_u" the request itself), and returns (output, answer) of a run that
succeeded, or (None, exit status, output, answer) of one that did not.
"""

import re

from chance import RANDOM, chance, choose, randint
from slots import (
    MONTHS,
    PROGRAMS,
    SHORT_MONTHS,
    SHORT_WEEKDAYS,
    USERS,
    WEEKDAYS,
    commit_hash,
    disk_size,
    ip_address,
    join_words,
    random_word,
    readable_size,
    short_size,
    text_line,
)

CPUS = [
    "AMD Ryzen 7 5800X 8-Core Processor",
    "Intel(R) Core(TM) i7-1165G7 @ 2.80GHz",
    "AMD EPYC 7543 32-Core Processor",
    "Intel(R) Xeon(R) Platinum 8370C CPU @ 2.80GHz",
    "12th Gen Intel(R) Core(TM) i5-12400",
    "Intel(R) Core(TM) i9-13900K",
    "AMD Ryzen 5 7600X 6-Core Processor",
]


def processes(k):
    """Returns `k` processes: user, id, CPU, memory, program."""
    return [
        (
            choose(
                ["root", "anna", "sam", "www-data", "postgres", "dev", "mysql"]
            ),
            randint(1, 65000),
            randint(0, 999) / 10,
            randint(0, 300) / 10,
            choose(
                PROGRAMS
                + [
                    "/sbin/init",
                    "sshd",
                    "cron",
                    "firefox",
                    "chrome",
                    "Xorg",
                    "systemd-journald",
                    "postgres",
                    "dockerd",
                    "slack",
                ]
            ),
        )
        for _ in range(k)
    ]


def ps_table(P):
    """Returns the processes as `ps aux` prints them."""
    return (
        "USER         PID %CPU %MEM    VSZ   RSS TTY      STAT START   TIME"
        " COMMAND\n"
        + "".join(
            f"{u:<10} {p:>5} {c:>4} {m:>4} {randint(1000,999999):>6}"
            f" {randint(100,99999):>5} {choose(['?','pts/0','tty1'])}       "
            f" {choose(['Ss','S','R','Sl','R+'])}  "
            f" {randint(0,23):02d}:{randint(0,59):02d}  "
            f" {randint(0,9)}:{randint(0,59):02d} {n}\n"
            for u, p, c, m, n in P
        )
    )


def run_date(slots):
    """What `date` prints, and the answer to give from it."""
    wi = randint(0, 6)
    mi = randint(0, 11)
    dd = randint(1, 28)
    y = randint(2023, 2029)
    h, m, sec = randint(0, 23), randint(0, 59), randint(0, 59)
    tz = choose(["UTC", "CET", "CEST", "PST", "EST", "BST", "JST"])
    o = choose(
        [
            (
                f"{SHORT_WEEKDAYS[wi]} {SHORT_MONTHS[mi]} {dd:>2}"
                f" {h:02d}:{m:02d}:{sec:02d} {tz} {y}"
            ),
            (
                f"{SHORT_WEEKDAYS[wi]} {dd} {SHORT_MONTHS[mi]} {y}"
                f" {h:02d}:{m:02d}:{sec:02d} {tz}"
            ),
        ]
    )
    u = slots.get("_u", "").lower()
    if re.search(r"date|day|today", u) and "time" not in u:
        a = f"Today is {WEEKDAYS[wi]}, {dd} {MONTHS[mi]} {y}."
    elif "time" in u or "clock" in u:
        a = (
            f"It is {h:02d}:{m:02d} {tz} on {WEEKDAYS[wi]}, {dd} {MONTHS[mi]}"
            f" {y}."
        )
    else:
        a = (
            f"It is {h:02d}:{m:02d} {tz} on {WEEKDAYS[wi]}, {dd} {MONTHS[mi]}"
            f" {y}."
        )
    return o + "\n", a


def run_whoami(slots):
    """What `whoami` prints, and the answer to give from it."""
    u = choose(USERS)
    return u + "\n", choose(
        [f"You are logged in as {u}.", f"Your user name is {u}."]
    )


def run_uname(slots):
    """What `uname -a` prints, and the answer to give from it."""
    h = random_word()
    v = f"{randint(4,6)}.{randint(0,19)}.{randint(0,120)}"
    if chance(0.25):
        v = f"{randint(20,25)}.{randint(0,6)}.0"
        return (
            (
                f"Darwin {h}.local {v} Darwin Kernel Version {v}:"
                f" root:xnu-{randint(7000,11000)}.{randint(1,140)}.{randint(1,9)}~{randint(1,9)}/RELEASE_ARM64_T6000"
                " arm64\n"
            ),
            f"This is macOS with Darwin kernel {v} on arm64.",
        )
    ar = choose(["x86_64", "aarch64"])
    x = v + choose(
        ["-generic", "-amd64", "", "-arch1-1", "-21-amd64", ".fc39"]
    )
    return (
        (
            f"Linux {h} {x} #{randint(1,99)} SMP"
            f" {choose(['PREEMPT_DYNAMIC ',''])}{choose(SHORT_WEEKDAYS)}"
            f" {choose(SHORT_MONTHS)} {randint(1,28)}"
            f" {randint(0,23):02d}:{randint(0,59):02d}:{randint(0,59):02d} UTC"
            f" 20{randint(22,26)} {ar} GNU/Linux\n"
        ),
        f"This is Linux with kernel {x} on {ar}.",
    )


def run_uname_release(slots):
    """What `uname -r` prints, and the answer to give from it."""
    x = f"{randint(4,6)}.{randint(0,19)}.{randint(0,120)}" + choose(
        ["-generic", "-amd64", "", "-21-amd64"]
    )
    return x + "\n", f"The kernel version is {x}."


def run_which(slots):
    """What `which` prints, and the answer to give from it."""
    p = (
        choose(
            [
                "/usr/bin/",
                "/usr/local/bin/",
                "/opt/homebrew/bin/",
                "/bin/",
                "/home/sam/.local/bin/",
            ]
        )
        + slots["p"]
    )
    return p + "\n", choose(
        [f"{slots['p']} is installed at {p}.", f"{slots['p']} is at {p}."]
    )


def run_ps(slots):
    """What `ps aux` prints, and the answer to give from it."""
    P = processes(randint(2, 7))
    L = []
    [L.append(n) for *_, n in P if n not in L]
    return ps_table(P), f"The running programs include {join_words(L[:4])}."


def run_ps_by_cpu(slots):
    """What `ps aux --sort=-%cpu` prints, and the answer to give from it."""
    P = sorted(processes(randint(2, 6)), key=lambda x: -x[2])
    a = P[0]
    return ps_table(P), f"{a[4]} (process {a[1]}) uses the most CPU, {a[2]}%."


def run_ps_by_memory(slots):
    """What `ps aux --sort=-%mem` prints, and the answer to give from it."""
    P = sorted(processes(randint(2, 6)), key=lambda x: -x[3])
    a = P[0]
    return (
        ps_table(P),
        f"{a[4]} (process {a[1]}) uses the most memory, {a[3]}%.",
    )


def run_pgrep(slots):
    """What `pgrep` prints, and the answer to give from it."""
    k = choose([0, 1, 1, 2, 3])
    if not k:
        return None, 1, "", f"No, {slots['p']} is not running."
    L = [str(randint(100, 65000)) for _ in range(k)]
    return (
        "\n".join(f"{x} {slots['p']}" for x in L) + "\n",
        f"Yes, {slots['p']} is running (process {join_words(L)}).",
    )


def run_uptime(slots):
    """What `uptime` prints, and the answer to give from it."""
    dd = randint(0, 200)
    h, m = randint(1, 23), randint(0, 59)
    us = randint(0, 5)
    la = [f"{randint(0,9)}.{randint(0,99):02d}" for _ in range(3)]
    up = (f"{dd} day{'s' if dd>1 else ''}, " if dd else "") + f"{h:2d}:{m:02d}"
    out = (
        f" {randint(0,23):02d}:{randint(0,59):02d}:{randint(0,59):02d} up"
        f" {up},  {us} user{'' if us==1 else 's'},  load average:"
        f" {', '.join(la)}\n"
    )
    u = slots.get("_u", "").lower()
    if "load" in u or "busy" in u:
        return (
            out,
            (
                f"The load average is {la[0]} over the last minute, {la[1]}"
                f" over 5 and {la[2]} over 15 minutes."
            ),
        )
    return (
        out,
        f"The computer has been up for "
        + (f"{dd} day{'s' if dd>1 else ''}, " if dd else "")
        + f"{h} hours and {m} minutes.",
    )


def run_free(slots):
    """What `free` prints, and the answer to give from it."""
    T = choose(
        [2, 3.8, 4, 7.6, 8, 15, 16, 23, 31, 32, 62, 64, 125, randint(1, 99)]
    )
    U = T * RANDOM.uniform(0.05, 0.7)
    A = (T - U) * RANDOM.uniform(0.7, 1)
    F = A * RANDOM.uniform(0.1, 0.95)
    z = lambda g: (
        f"{g:.0f}Gi"
        if g >= 10
        else f"{g:.1f}Gi" if g >= 1 else f"{g*1024:.0f}Mi"
    )
    t, u_, fr, av = z(T), z(U), z(F), z(A)
    out = (
        "               total        used        free      shared  buff/cache"
        f"   available\nMem:           {t:>5}       {u_:>5}       {fr:>5}     "
        f"  {randint(1,99)}Mi       {randint(100,990)}Mi       {av:>5}\nSwap: "
        f"         {choose(['0B','2.0Gi','4.0Gi','976Mi']):>5}          0B    "
        f"   {choose(['0B','2.0Gi']):>5}\n"
    )
    return out, choose(
        [
            (
                f"{readable_size(u_)} of {readable_size(t)} of memory is used;"
                f" {readable_size(av)} is available."
            ),
            (
                f"You have {readable_size(av)} of memory available out of"
                f" {readable_size(t)}."
            ),
        ]
    )


def run_id(slots):
    """What `id` prints, and the answer to give from it."""
    n = randint(500, 2000)
    u = slots.get("u") or choose(USERS)
    return (
        (
            f"uid={n}({u}) gid={n}({u})"
            f" groups={n}({u}),27(sudo),{randint(100,999)}(docker)\n"
        ),
        f"The user id of {u} is {n}.",
    )


def run_hostname(slots):
    """What `hostname` prints, and the answer to give from it."""
    h = choose(
        [
            random_word(),
            random_word() + "-laptop",
            random_word() + "-server",
            "mac-mini",
            "raspberrypi",
            random_word() + ".local",
            random_word() + str(randint(1, 30)),
        ]
    )
    return h + "\n", choose(
        [f"This computer is called {h}.", f"The host name is {h}."]
    )


def run_lscpu(slots):
    """What `lscpu` prints, and the answer to give from it."""
    c = choose(CPUS)
    n = choose([1, 2, 4, 6, 8, 12, 16, 24, 32, 64])
    return (
        (
            "Architecture:            x86_64\n  CPU op-mode(s):       "
            " 32-bit, 64-bit\n  Byte Order:            Little Endian\nCPU(s):"
            f"                  {n}\n  On-line CPU(s) list:   0-{n-1}\nVendor"
            " ID:              "
            f" {'AuthenticAMD' if 'AMD' in c else 'GenuineIntel'}\n  Model"
            f" name:            {c}\n    CPU family:         "
            f" {randint(6,25)}\n    Thread(s) per core:  {randint(1,2)}\n"
        ),
        f"The processor is {c}, with {n} CPUs.",
    )


def run_nproc(slots):
    """What `nproc` prints, and the answer to give from it."""
    n = choose([1, 2, 3, 4, 6, 8, 10, 12, 14, 16, 20, 24, 32, 48, 64, 96, 128])
    return f"{n}\n", f"This computer has {n} CPU cores."


def run_lsblk(slots):
    """What `lsblk` prints, and the answer to give from it."""
    t = disk_size()
    n = choose(["sda", "vda", "nvme0n1"])
    p = "p" if n[0] == "n" else ""
    return (
        (
            f"NAME   MAJ:MIN RM   SIZE RO TYPE MOUNTPOINTS\n{n}      8:0    0"
            f" {t:>6}  0 disk \n├─{n}{p}1   8:1    0  {short_size():>5}  0"
            f" part /boot\n└─{n}{p}2   8:2    0  {disk_size():>5}  0 part /\n"
        ),
        f"There is one disk, {n}, of {readable_size(t)}.",
    )


def run_ip_addr(slots):
    """What `ip addr` prints, and the answer to give from it."""
    a = ip_address()
    n = choose(["eth0", "enp3s0", "wlan0", "wlp2s0", "ens5"])
    m = ":".join(commit_hash()[:2] for _ in range(6))
    return (
        (
            "1: lo: <LOOPBACK,UP,LOWER_UP> mtu 65536 qdisc noqueue state"
            " UNKNOWN group default qlen 1000\n    link/loopback"
            " 00:00:00:00:00:00 brd 00:00:00:00:00:00\n    inet 127.0.0.1/8"
            f" scope host lo\n2: {n}: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu"
            " 1500 qdisc fq_codel state UP group default qlen 1000\n   "
            f" link/ether {m} brd ff:ff:ff:ff:ff:ff\n    inet {a}/24 brd"
            f" {'.'.join(a.split('.')[:3])}.255 scope global dynamic {n}\n    "
            f"   valid_lft {randint(1000,86400)}sec preferred_lft"
            f" {randint(1000,86400)}sec\n"
        ),
        f"Your IP address is {a} (on {n}).",
    )


def run_ifconfig(slots):
    """What `ifconfig` prints, and the answer to give from it."""
    a = ip_address()
    return (
        (
            "lo0: flags=8049<UP,LOOPBACK,RUNNING,MULTICAST> mtu 16384\n\tinet"
            " 127.0.0.1 netmask 0xff000000\nen0:"
            " flags=8863<UP,BROADCAST,SMART,RUNNING,SIMPLEX,MULTICAST> mtu"
            " 1500\n\tether"
            f" {':'.join(commit_hash()[:2] for _ in range(6))}\n\tinet {a}"
            " netmask 0xffffff00 broadcast"
            f" {'.'.join(a.split('.')[:3])}.255\n\tstatus: active\n"
        ),
        f"Your IP address is {a} (on en0).",
    )


def run_ip_route(slots):
    """What `ip route` prints, and the answer to give from it."""
    g = ip_address()
    return (
        (
            f"default via {g} dev {choose(['eth0','wlan0','enp3s0'])} proto"
            " dhcp metric"
            f" {randint(100,600)}\n{'.'.join(g.split('.')[:3])}.0/24 dev eth0"
            f" proto kernel scope link src {ip_address()}\n"
        ),
        f"The default gateway is {g}.",
    )


def run_ping(slots):
    """What `ping` prints, and the answer to give from it."""
    n = int(slots.get("n", 4))
    a = f"{randint(1,250)}.{randint(0,999):03d}"
    x = ip_address()
    if chance(0.2):
        return (
            None,
            1,
            (
                f"PING {slots['h']} ({x}) 56(84) bytes of data.\n\n---"
                f" {slots['h']} ping statistics ---\n{n} packets transmitted,"
                f" 0 received, 100% packet loss, time {randint(1000,9000)}ms\n"
            ),
            f"{slots['h']} did not answer: 100% packet loss.",
        )
    return (
        f"PING {slots['h']} ({x}) 56(84) bytes of data.\n"
        + "".join(
            f"64 bytes from {x}: icmp_seq={i+1} ttl={randint(40,64)}"
            f" time={randint(1,250)}.{randint(0,9)} ms\n"
            for i in range(min(n, 4))
        )
        + f"\n--- {slots['h']} ping statistics ---\n{n} packets transmitted,"
        f" {n} received, 0% packet loss, time {randint(1000,9000)}ms\nrtt"
        " min/avg/max/mdev ="
        f" {randint(1,20)}.{randint(0,999):03d}/{a}/{randint(20,300)}.{randint(0,999):03d}/{randint(0,9)}.{randint(0,999):03d}"
        " ms\n",
        f"{slots['h']} is reachable; the average round trip was {a} ms.",
    )


def run_env(slots):
    """What `env` prints, and the answer to give from it."""
    return (
        f"HOME=/home/{choose(USERS)}\nSHELL=/bin/{choose(['bash','zsh'])}\nLANG=en_US.UTF-8\nUSER={choose(USERS)}\nPATH=/usr/local/bin:/usr/bin:/bin\n",
        "The variables set include HOME, SHELL, LANG, USER and PATH.",
    )


def run_printenv(slots):
    """What `printenv` prints, and the answer to give from it."""
    v = {
        "PATH": "/usr/local/bin:/usr/bin:/bin",
        "HOME": f"/home/{choose(USERS)}",
        "USER": choose(USERS),
        "SHELL": choose(["/bin/bash", "/bin/zsh", "/usr/bin/fish"]),
        "LANG": choose(["en_US.UTF-8", "de_DE.UTF-8", "C.UTF-8"]),
        "EDITOR": choose(["vim", "nano", "emacs"]),
    }.get(slots["v"], "/" + random_word() + "/" + random_word())
    if chance(0.15):
        return None, 1, "", f"{slots['v']} is not set."
    return v + "\n", f"{slots['v']} is {v}."


def run_python_script(slots):
    """What `python3 SCRIPT` prints, and the answer to give from it."""
    n = text_line()
    return n + "\n", f"It ran and printed: {n}"


def run_make(slots):
    """What `make` prints, and the answer to give from it."""
    n = randint(1, 20)
    return (
        "".join(f"cc -c {random_word()}.c\n" for _ in range(randint(1, 3)))
        + "done\n",
        "The build finished without errors.",
    )


def run_cal(slots):
    """What `cal` prints, and the answer to give from it."""
    return (
        (
            f"     {choose(MONTHS)} {randint(2020,2030)}\nSu Mo Tu We Th Fr"
            " Sa\n          1  2  3  4\n 5  6  7  8  9 10 11\n12 13 14 15 16"
            " 17 18\n19 20 21 22 23 24 25\n26 27 28 29 30\n"
        ),
        "The calendar is shown in the output above.",
    )


def run_groups(slots):
    """What `groups` prints, and the answer to give from it."""
    L = RANDOM.sample(
        "sudo docker users staff wheel adm video audio plugdev dialout"
        " www-data admin".split(),
        randint(1, 4),
    )
    return (
        " ".join(L) + "\n",
        f"You are in the group{'s' if len(L)>1 else ''} {join_words(L)}.",
    )


def run_sw_vers(slots):
    """What `sw vers` prints, and the answer to give from it."""
    v = f"{randint(12,15)}.{randint(0,6)}"
    return (
        f"ProductName:\t\tmacOS\nProductVersion:\t\t{v}\nBuildVersion:\t\t{randint(21,24)}{choose('ABCDEFG')}{randint(10,999)}\n",
        f"This Mac runs macOS {v}.",
    )


def run_os_release(slots):
    """What `cat /etc/os-release` prints, and the answer to give from it."""
    n = choose(
        [
            "Debian GNU/Linux 12 (bookworm)",
            "Ubuntu 22.04.4 LTS",
            "Ubuntu 24.04 LTS",
            "Fedora Linux 40 (Workstation Edition)",
            "Arch Linux",
            "Alpine Linux v3.19",
            "openSUSE Leap 15.5",
            "Linux Mint 21.3",
        ]
    )
    return (
        f'PRETTY_NAME="{n}"\nNAME="{n.split()[0]}"\nID={n.split()[0].lower()}\nHOME_URL="https://www.{n.split()[0].lower()}.org/"\n',
        f"This computer runs {n}.",
    )


def run_version(slots):
    """What `PROGRAM --version` prints, and the answer to give from it."""
    v = f"{randint(1,20)}.{randint(0,30)}.{randint(0,20)}"
    return (
        choose(
            [f"{slots['p']} {v}\n", f"{slots['p']} version {v}\n", f"v{v}\n"]
        ),
        f"The installed version of {slots['p']} is {v}.",
    )


def run_mac_cpu(slots):
    """What `sysctl -n machdep.cpu.brand_string` prints, and the answer to give from it."""
    c = choose(["Apple M1", "Apple M2 Pro", "Apple M3", "Apple M1 Max"])
    return c + "\n", f"The processor is {c}."


def run_who(slots):
    """What `who` prints, and the answer to give from it."""
    L = RANDOM.sample(USERS, randint(1, 3))
    return (
        "".join(
            f"{u:<8} pts/{i}       "
            f" 2025-{randint(1,12):02d}-{randint(1,28):02d}"
            f" {randint(0,23):02d}:{randint(0,59):02d} ({ip_address()})\n"
            for i, u in enumerate(L)
        ),
        f"{join_words(L)} {'is' if len(L)==1 else 'are'} logged in.",
    )


def run_lsof(slots):
    """What `lsof` prints, and the answer to give from it."""
    n = choose(PROGRAMS)
    p = randint(100, 65000)
    return (
        (
            f"COMMAND   PID USER   FD   TYPE DEVICE SIZE/OFF NODE NAME\n{n:<8}"
            f" {p} {choose(USERS)}   {randint(3,30)}u  IPv4"
            f" {randint(10000,99999)}      0t0  TCP *:{slots['o4']} (LISTEN)\n"
        ),
        f"{n} (process {p}) is using port {slots['o4']}.",
    )


def run_tests(slots):
    """What `tests` prints, and the answer to give from it."""
    return (
        choose(
            [
                ".....\n5 passed in 0.31s\n",
                "All tests passed.\n",
                "Executed 12 tests, with 0 failures\n",
            ]
        ),
        "All tests passed.",
    )
