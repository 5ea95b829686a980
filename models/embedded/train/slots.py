"""Names and values that stand in requests, commands and outputs."""

from chance import RANDOM, chance, choose, randint

WORDS = (
    "notes report budget invoice server access error main index app config"
    " data users backup draft letter photo song recipe plan summary todo"
    " readme license setup test utils helper login model train script deploy"
    " build release changelog orders sales customers inventory thesis chapter"
    " essay resume contract meeting agenda minutes schedule homework lecture"
    " slides travel trip hotel flight map garden kitchen weather sensor"
    " metrics results output input temp old new final copy archive secret"
    " token keys hosts profile avatar logo banner icon style layout header"
    " footer menu router store client worker queue cache session cookie"
    " payment order cart product price stock trade ledger tax salary payroll"
    " staff team project alpha beta gamma delta zeta orion apollo falcon tiger"
    " panda zebra koala maple cedar birch river ocean island desert forest"
    " winter summer spring autumn april june october monday friday robot"
    " engine piano guitar violin story poem novel diary journal album video"
    " movie clip podcast interview quiz exam grades survey poll feedback"
    " ticket bug issue patch hotfix feature sprint roadmap milestone".split()
)

EXTENSIONS = (
    "txt md py js json csv log html css yaml yml toml sh c h cpp rs go java rb"
    " php sql xml ini conf pdf png jpg svg mp3 mp4 docx xlsx tar.gz zip bak"
    " tmp swift ts lock out dat".split()
)

TEXT_EXTENSIONS = (
    "txt md py js json csv log html css yaml toml sh c cpp rs go java rb sql"
    " xml ini conf swift ts out dat".split()
)

FOLDERS = (
    "src docs build tests photos Documents Downloads Pictures Music Videos"
    " Desktop backup backups logs data assets images public scripts lib bin"
    " dist tmp archive reports old projects website node_modules vendor config"
    " templates static uploads music movies work invoices thesis homework"
    " recipes models notebooks cache output results examples include tools"
    .split()
)

ABSOLUTE_FOLDERS = (
    "/etc /var/log /tmp /usr/bin /usr/local/bin /opt /home /var /usr/share"
    " /srv /root /var/www /usr/lib /boot /home/anna /home/sam /Users/maria"
    " /Users/joe /Applications /mnt/data /media/usb /var/tmp /etc/nginx"
    " /usr/local /var/lib /home/dev/projects /var/cache /Library /etc/ssh"
    .split()
)

PROGRAMS = (
    "python3 git node npm java gcc clang make cmake docker vim nano emacs curl"
    " wget ssh rsync ffmpeg go cargo rustc swift ruby perl php psql mysql"
    " redis-server nginx tmux htop zsh bash fish jq tar gzip unzip awk sed"
    " grep rg fzf pip3 brew kubectl terraform ansible node gdb valgrind lua"
    " sqlite3 convert pandoc latex".split()
)

HOSTS = (
    "example.com google.com github.com 8.8.8.8 1.1.1.1 192.168.1.1 localhost"
    " wikipedia.org debian.org 10.0.0.1 192.168.0.254 python.org router.local"
    " bbc.co.uk api.example.org mail.example.net 172.16.0.5 127.0.0.1"
    " openai.com kernel.org swift.org".split()
)

SEARCH_WORDS = (
    "TODO error main import password failed FIXME localhost timeout warning"
    " def class user return version admin token null exception hello debug"
    " apple invoice port secret print".split()
)

USERS = (
    "anna sam maria joe root alice bob carol dev ubuntu admin pi lena otto"
    " mila erik nora tom".split()
)

VARIABLES = (
    "PATH HOME USER SHELL LANG EDITOR TERM PWD JAVA_HOME GOPATH DISPLAY TMPDIR"
    " LOGNAME VIRTUAL_ENV TZ HOSTNAME".split()
)

BRANCHES = (
    "main develop feature-login fix-typo release-2.1 testing hotfix experiment"
    " bugfix/crash feature/search staging new-ui refactor docs-update perf"
    .split()
)

COMMIT_MESSAGES = [
    "fix typo",
    "add tests",
    "initial commit",
    "update readme",
    "fix login bug",
    "remove dead code",
    "bump version",
    "improve docs",
    "refactor parser",
    "add search feature",
    "fix crash on start",
    "clean up",
    "wip",
    "update dependencies",
    "handle empty input",
]

MODES = "755 644 600 700 400 777 640 664".split()

SHORT_MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()

MONTHS = (
    "January February March April May June July August September October"
    " November December".split()
)

SHORT_WEEKDAYS = "Mon Tue Wed Thu Fri Sat Sun".split()

WEEKDAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()

UNITS = {"K": "KB", "M": "MB", "G": "GB", "T": "TB", "B": "bytes"}

SENTENCES = [
    "The meeting is on {} at {}.",
    "Buy milk, eggs and bread.",
    "Remember to call {}.",
    "Total: {} euros",
    "port = {}",
    "The password was changed in {}.",
    "version: {}",
    "Dear {}, thank you for your letter.",
    "name,{},city",
    "# {}",
    "Paris is lovely in {}.",
    "import os",
    "print('hello {}')",
    "Error: could not open file {}",
    "[INFO] started worker {}",
    "[WARN] retry {} of 5",
    "host = {}",
    "The order number is {}.",
    "debug = true",
    "{} people came to the party.",
]


def random_word():
    """Returns one of WORDS."""
    return choose(WORDS)


def file_stem():
    """Returns a file's name without its extension."""
    r = RANDOM.random()
    if r < 0.45:
        s = random_word()
    elif r < 0.65:
        s = random_word() + choose(["_", "-"]) + random_word()
    elif r < 0.75:
        s = random_word() + str(randint(1, 2030))
    elif r < 0.83:
        s = choose(
            [
                random_word().upper(),
                random_word().capitalize(),
                random_word() + random_word().capitalize(),
            ]
        )
    elif r < 0.9:
        s = f"{random_word()}-20{randint(10,29)}-{randint(1,12):02d}"
    elif r < 0.95:
        s = random_word() + "." + str(randint(0, 12))
    else:
        s = "".join(
            choose("abcdefghijklmnopqrstuvwxyz") for _ in range(randint(1, 6))
        )
    return s


def file_name(exts=EXTENSIONS, path=0.25):
    """Returns the name of a file.

    exts: the extensions to take one of.
    path: how likely a folder stands before the name.
    """
    r = RANDOM.random()
    if r < 0.07:
        n = choose(
            [
                "Makefile",
                "Dockerfile",
                "README",
                "README.md",
                "LICENSE",
                ".bashrc",
                ".gitignore",
                ".env",
                "package.json",
                "Cargo.toml",
                "setup.py",
                "Package.swift",
                "main.c",
                "index.html",
                "requirements.txt",
                "go.mod",
                "CMakeLists.txt",
                "config.yaml",
            ]
        )
    else:
        n = file_stem() + "." + choose(exts)
    if chance(path):
        n = (
            (choose(ABSOLUTE_FOLDERS) if chance(0.35) else folder_name(0))
            + "/"
            + n
        )
    return n


def folder_name(path=0.25):
    """Returns the name of a folder.

    path: how likely it has two levels; above 0 it may also be absolute.
    """
    r = RANDOM.random()
    if path and r < 0.22:
        return choose(ABSOLUTE_FOLDERS)
    n = choose(FOLDERS) if chance(0.55) else file_stem().split(".")[0]
    if chance(path):
        n = n + "/" + (choose(FOLDERS) if chance(0.5) else random_word())
    return n


def new_folder_name():  # new dir
    return folder_name(0.12) if chance(0.8) else file_stem()


def entry_names(k):
    """Returns `k` different names of files and folders, sorted."""
    l = []
    while len(l) < k:
        n = file_name(EXTENSIONS, 0) if chance(0.7) else choose(FOLDERS)
        if n not in l:
            l.append(n)
    return sorted(l)


def text_line():
    """Returns one line of some file's text."""
    return (
        choose(SENTENCES)
        .replace("{}", str(randint(2, 9999)), 1)
        .replace("{}", f"{randint(8,20)}:{randint(10,59)}")
    )


def short_size():
    """Returns a size as `du -h` prints it."""
    return choose(
        [
            f"{randint(1,9)}.{randint(0,9)}{choose('KMGT')}",
            f"{randint(10,990)}{choose('KMG')}",
        ]
    )


def disk_size():
    """Returns the size of a disk, as `df -h` prints it."""
    return choose(
        [
            f"{randint(1,9)}.{randint(0,9)}G",
            f"{randint(10,990)}G",
            f"{randint(10,990)}G",
            f"{randint(1,9)}.{randint(0,9)}T",
            f"{randint(100,990)}M",
        ]
    )


def readable_size(s):  # 23G -> 23 GB
    s = (
        s.replace("Gi", "G")
        .replace("Mi", "M")
        .replace("Ki", "K")
        .replace("Ti", "T")
    )
    return s[:-1] + " " + UNITS[s[-1]] if s[-1] in UNITS else s + " bytes"


def random_time():
    """Returns month, day, hour and minute of a time stamp."""
    return choose(SHORT_MONTHS), randint(1, 28), randint(0, 23), randint(0, 59)


def join_words(l):
    """Returns the words as an enumeration: "a, b and c"."""
    return l[0] if len(l) == 1 else ", ".join(l[:-1]) + " and " + l[-1]


def commit_hash():
    """Returns a short commit hash."""
    return "".join(choose("0123456789abcdef") for _ in range(7))


def ip_address():
    """Returns a private IPv4 address."""
    return f"{choose(['192.168','10.0','172.16'])}.{randint(0,254)}.{randint(2,254)}"
