"""Development set A of the evaluation: none of it is in the training data.

Written by hand, in wordings unlike the generators', though by their author.

TOOL_REQUESTS, RARE_PROGRAMS: (request, commands that are right)
PLAIN_QUESTIONS: requests that need no program
ANSWERS: (request, command, result, texts that the answer must all have,
         texts that it must not have); "a|b" is either one
FAILED:  (request, command, result, texts that the answer must all have)
DENIED:  (request, command, result)
"""


def accepted(*xs):
    """Returns argument vectors; a text is split at its blanks."""
    return [x.split(" ") if isinstance(x, str) else x for x in xs]


DISK_SPACE = accepted(
    "df -h",
    "df",
    "df -h /",
    "df -H",
    "df -h .",
    "df /",
    "df -k",
    "df -hT",
    "df -h --total",
)
LISTING = accepted(
    "ls",
    "ls -l",
    "ls -la",
    "ls -a",
    "ls -al",
    "ls .",
    "ls -1",
    "ls -lh",
    "ls -lah",
    "ls -l .",
    "ls -A",
    "ls -F",
)


def listing_of(folder):
    """Returns the ways to list a folder."""
    flags = ["", "-l", "-la", "-a", "-al", "-lh", "-lah", "-1", "-A"]
    return [["ls", *flag.split(), folder] for flag in flags]


def size_of(f):
    """Returns the ways to see how large a file is."""
    return accepted(
        f"stat {f}",
        f"ls -l {f}",
        f"ls -lh {f}",
        f"du -h {f}",
        f"du -sh {f}",
        f"wc -c {f}",
        f"stat -c %s {f}",
        f"ls -la {f}",
        f"du -b {f}",
        f"ls -s {f}",
    )


def change_time_of(f):
    """Returns the ways to see when a file was changed."""
    return accepted(
        f"stat {f}",
        f"ls -l {f}",
        f"ls -lh {f}",
        f"ls -la {f}",
        f"stat -c %y {f}",
        f"date -r {f}",
    )


TOOL_REQUESTS = [
    # disk, memory, system
    ("Got any gigabytes to spare on the SSD?", DISK_SPACE),
    (
        "I worry that my hard drive might be filling up, take a look",
        DISK_SPACE,
    ),
    ("how many GBs remain unused on disk?", DISK_SPACE),
    ("storage left?", DISK_SPACE),
    (
        "How hefty is my Downloads directory?",
        accepted(
            "du -sh Downloads",
            "du -h Downloads",
            "du -s Downloads",
            "du -hs Downloads",
            "du -sh Downloads/",
        ),
    ),
    (
        "disk footprint of node_modules",
        accepted(
            "du -sh node_modules",
            "du -h node_modules",
            "du -s node_modules",
            "du -hs node_modules",
        ),
    ),
    (
        "Total weight of everything stored under /var/log?",
        accepted(
            "du -sh /var/log",
            "du -h /var/log",
            "du -s /var/log",
            "du -hs /var/log",
        ),
    ),
    (
        "RAM consumption at the moment?",
        accepted(
            "free -h",
            "free",
            "free -m",
            "free -g",
            "free -th",
            "vm_stat",
            "cat /proc/meminfo",
        ),
    ),
    (
        "How is memory looking",
        accepted(
            "free -h",
            "free",
            "free -m",
            "free -g",
            "vm_stat",
            "cat /proc/meminfo",
        ),
    ),
    (
        "since when is this box running without a reboot?",
        accepted("uptime", "uptime -s", "uptime -p", "who -b"),
    ),
    (
        "Has the server been restarted recently?",
        accepted("uptime", "uptime -s", "uptime -p", "who -b", "last reboot"),
    ),
    (
        "Give me the name of this host",
        accepted("hostname", "uname -n", "hostname -f", "hostnamectl"),
    ),
    (
        "what's this PC's name on the network?",
        accepted("hostname", "uname -n", "hostname -f"),
    ),
    (
        "CPU core count?",
        accepted("nproc", "lscpu", "sysctl -n hw.ncpu", "nproc --all"),
    ),
    (
        "which processor is built into this machine?",
        accepted(
            "lscpu", "sysctl -n machdep.cpu.brand_string", "cat /proc/cpuinfo"
        ),
    ),
    (
        "Is it Linux or something else that I'm working on?",
        accepted("uname -a", "uname", "uname -s", "cat /etc/os-release"),
    ),
    (
        "what release of the kernel have we got here",
        accepted("uname -r", "uname -a", "cat /proc/version"),
    ),
    (
        "Which Ubuntu is this?",
        accepted(
            "cat /etc/os-release",
            "lsb_release -a",
            "lsb_release -d",
            "cat /etc/lsb-release",
        ),
    ),
    (
        "macOS release number, please",
        accepted("sw_vers", "sw_vers -productVersion"),
    ),
    (
        "What drives are plugged into this computer?",
        accepted(
            "lsblk",
            "lsblk -f",
            "fdisk -l",
            "df -h",
            "diskutil list",
            "lsblk -d",
        ),
    ),
    ("Could you look at the clock for me", accepted("date")),
    ("which weekday do we have", accepted("date", "date +%A", "date +%a")),
    ("today's date would be nice", accepted("date", "date +%F")),
    ("I forgot what year it is", accepted("date", "date +%Y")),
    ("Let me have this month as a calendar page", accepted("cal", "ncal")),
    ("calendar 2031", accepted("cal 2031", "ncal 2031", "cal -y 2031")),
    # identity
    ("remind me of my login", accepted("whoami", "id -un", "id", "logname")),
    (
        "what account is this terminal using?",
        accepted("whoami", "id -un", "id", "logname"),
    ),
    ("Do I have a numeric user ID? Which?", accepted("id", "id -u")),
    (
        "List the unix groups I'm part of",
        accepted("groups", "id -Gn", "id", "id -G"),
    ),
    (
        "Is anyone besides me signed on to this server?",
        accepted("who", "w", "users", "who -a"),
    ),
    # where / listing
    ("Which path are we at the moment?", accepted("pwd")),
    ("Where in the filesystem am I?", accepted("pwd")),
    ("my location on disk", accepted("pwd")),
    ("Anything lying around in here?", LISTING),
    ("What documents does this place hold?", LISTING),
    ("give an overview of the files", LISTING),
    ("Name all the items of the folder I'm in", LISTING),
    ("Tell me the contents of /usr/local/bin", listing_of("/usr/local/bin")),
    ("What have I saved in Pictures?", listing_of("Pictures")),
    (
        "I'd love to see which items live in projects/website",
        listing_of("projects/website"),
    ),
    ("could you see what there is inside of /opt ?", listing_of("/opt")),
    ("Peek into the invoices directory", listing_of("invoices")),
    (
        "Include dotfiles when you list this place",
        accepted("ls -a", "ls -la", "ls -al", "ls -A", "ls -lah"),
    ),
    (
        "are invisible files present around here?",
        accepted("ls -a", "ls -la", "ls -al", "ls -A", "ls -lah"),
    ),
    (
        "I want the verbose listing, permissions and all",
        accepted("ls -l", "ls -la", "ls -al", "ls -lh", "ls -lah"),
    ),
    (
        "most recently touched items on top, please",
        accepted("ls -t", "ls -lt", "ls -lat", "ls -ltr", "ls -lta"),
    ),
    (
        "Which of the files here takes the most space?",
        accepted(
            "ls -lS",
            "ls -S",
            "ls -lSh",
            "ls -lhS",
            "ls -laS",
            "du -ah .",
            "du -a",
        ),
    ),
    (
        "which directories are nested in this one?",
        accepted(
            "find . -type d",
            "ls -d */",
            "ls -l",
            "ls",
            "find . -maxdepth 1 -type d",
            "tree -d",
        ),
    ),
    # reading files
    ("Let me have the text of letter.txt", accepted("cat letter.txt")),
    (
        "I'd like to look at config/settings.yaml",
        accepted(
            "cat config/settings.yaml",
            "less config/settings.yaml",
            "head config/settings.yaml",
        ),
    ),
    ("What is written inside /etc/hosts?", accepted("cat /etc/hosts")),
    ("dump Makefile to the screen", accepted("cat Makefile")),
    (
        "Opening 12 lines of novel.md, show them",
        accepted(
            "head -n 12 novel.md", "head -12 novel.md", "sed -n 1,12p novel.md"
        ),
    ),
    (
        "I only need the top 3 rows of sales-2021.csv",
        accepted(
            "head -n 3 sales-2021.csv",
            "head -3 sales-2021.csv",
            "sed -n 1,3p sales-2021.csv",
        ),
    ),
    (
        "How does thesis_draft.txt start off?",
        accepted(
            "head thesis_draft.txt",
            "head -n 10 thesis_draft.txt",
            "head -10 thesis_draft.txt",
        ),
    ),
    (
        "closing 25 lines of /var/log/syslog",
        accepted("tail -n 25 /var/log/syslog", "tail -25 /var/log/syslog"),
    ),
    (
        "What are the newest entries of nginx.log?",
        accepted(
            "tail nginx.log",
            "tail -n 10 nginx.log",
            "tail -10 nginx.log",
            "tail -n 20 nginx.log",
        ),
    ),
    (
        "the ending of story.txt",
        accepted("tail story.txt", "tail -n 10 story.txt"),
    ),
    ("just line 42 from parser.c", accepted("sed -n 42p parser.c")),
    (
        "display lines 10 up to 20 of server.go",
        accepted("sed -n 10,20p server.go"),
    ),
    # counting
    (
        "How lengthy is essay.md, in words?",
        accepted("wc -w essay.md", "wc essay.md"),
    ),
    (
        "line total for main.swift",
        accepted("wc -l main.swift", "wc main.swift"),
    ),
    (
        "How many rows has customers.csv got?",
        accepted("wc -l customers.csv", "wc customers.csv"),
    ),
    (
        "number of bytes in blob.dat?",
        accepted(
            "wc -c blob.dat",
            "stat blob.dat",
            "ls -l blob.dat",
            "stat -c %s blob.dat",
            "du -b blob.dat",
        ),
    ),
    # metadata
    ("How large a file is movie.mp4?", size_of("movie.mp4")),
    (
        "Which user does secrets.env belong to?",
        accepted(
            "stat secrets.env",
            "ls -l secrets.env",
            "ls -la secrets.env",
            "stat -c %U secrets.env",
        ),
    ),
    ("At what time did report.pdf last change?", change_time_of("report.pdf")),
    (
        "Access rights of deploy.sh?",
        accepted(
            "stat deploy.sh",
            "ls -l deploy.sh",
            "ls -la deploy.sh",
            "stat -c %a deploy.sh",
        ),
    ),
    (
        "Figure out what sort of data is in mystery.bin",
        accepted("file mystery.bin"),
    ),
    ("picture.dat - is that really an image?", accepted("file picture.dat")),
    # programs
    (
        "Whereabouts does git live on this system?",
        accepted("which git", "whereis git", "command -v git", "type git"),
    ),
    (
        "Have I got ffmpeg?",
        accepted(
            "which ffmpeg",
            "ffmpeg -version",
            "ffmpeg --version",
            "whereis ffmpeg",
            "command -v ffmpeg",
        ),
    ),
    (
        "Tell me the node release that's set up",
        accepted("node --version", "node -v"),
    ),
    (
        "which python3 version are we using?",
        accepted("python3 --version", "python3 -V"),
    ),
    (
        "Everything that's currently executing, please",
        accepted(
            "ps aux", "ps -ef", "ps -A", "ps", "ps -e", "ps ax", "top -b -n 1"
        ),
    ),
    (
        "What tasks is the system busy with?",
        accepted(
            "ps aux",
            "ps -ef",
            "ps -A",
            "ps",
            "ps -e",
            "top -b -n 1",
            "ps aux --sort=-%cpu",
        ),
    ),
    (
        "My fan is loud. Which program burns CPU?",
        accepted(
            "ps aux --sort=-%cpu",
            "top -b -n 1",
            "ps aux",
            "top",
            "ps -eo pid,pcpu,comm --sort=-pcpu",
            "ps aux -r",
        ),
    ),
    (
        "who's the memory hog?",
        accepted(
            "ps aux --sort=-%mem", "top -b -n 1", "ps aux", "ps aux -m", "top"
        ),
    ),
    (
        "Did nginx crash or is it alive?",
        accepted(
            "pgrep -l nginx",
            "pgrep nginx",
            "ps -C nginx",
            "systemctl status nginx",
            "pgrep -a nginx",
            "pgrep -x nginx",
            "ps aux",
        ),
    ),
    (
        "process number of redis-server?",
        accepted(
            "pgrep -l redis-server",
            "pgrep redis-server",
            "pidof redis-server",
            "ps -C redis-server",
        ),
    ),
    (
        "End process 8123, it hangs",
        accepted(
            "kill 8123", "kill -9 8123", "kill -15 8123", "kill -TERM 8123"
        ),
    ),
    (
        "shoot down PID 31337 the hard way",
        accepted("kill -9 31337", "kill -KILL 31337", "kill -s KILL 31337"),
    ),
    # create
    ("I need a blank document notes.md", accepted("touch notes.md")),
    (
        "Please produce todo-list.txt, with nothing in it",
        accepted("touch todo-list.txt"),
    ),
    ("make sure there is a file .gitkeep", accepted("touch .gitkeep")),
    (
        "put a blank index.html inside public",
        accepted("touch public/index.html"),
    ),
    (
        "Set up a directory for my recipes, name it recipes",
        accepted("mkdir recipes", "mkdir -p recipes"),
    ),
    (
        "folder vacation2024, create it",
        accepted("mkdir vacation2024", "mkdir -p vacation2024"),
    ),
    (
        "Could a new directory build/output be created, with parents?",
        accepted("mkdir -p build/output"),
    ),
    (
        "add a subfolder drafts to the letters folder",
        accepted("mkdir letters/drafts", "mkdir -p letters/drafts"),
    ),
    # delete
    (
        "old_backup.zip is useless, get it out of here",
        accepted("rm old_backup.zip", "rm -f old_backup.zip"),
    ),
    (
        "I'd be glad if you deleted temp1.log",
        accepted("rm temp1.log", "rm -f temp1.log"),
    ),
    (
        "Erase cache/session.tmp",
        accepted("rm cache/session.tmp", "rm -f cache/session.tmp"),
    ),
    (
        "the empty folder attic may go away",
        accepted("rmdir attic", "rm -r attic", "rm -d attic"),
    ),
    (
        "wipe out the whole dist directory, contents included",
        accepted(
            "rm -r dist",
            "rm -rf dist",
            "rm -R dist",
            "rm -r dist/",
            "rm -rf dist/",
        ),
    ),
    # move copy
    (
        "draft.docx deserves a better name: final.docx",
        accepted("mv draft.docx final.docx"),
    ),
    ("call the file a.py b.py from now on", accepted("mv a.py b.py")),
    (
        "transfer photo1.jpg into the album folder",
        accepted(
            "mv photo1.jpg album",
            "mv photo1.jpg album/",
            "mv photo1.jpg album/photo1.jpg",
        ),
    ),
    (
        "the invoice_77.pdf file belongs in archive/2023, move it",
        accepted(
            "mv invoice_77.pdf archive/2023",
            "mv invoice_77.pdf archive/2023/",
            "mv invoice_77.pdf archive/2023/invoice_77.pdf",
        ),
    ),
    (
        "Keep a second version of data.json under the name data.bak.json",
        accepted("cp data.json data.bak.json"),
    ),
    (
        "clone settings.ini as settings.old.ini",
        accepted("cp settings.ini settings.old.ini"),
    ),
    (
        "I want logo.png in the assets folder too (a copy)",
        accepted(
            "cp logo.png assets",
            "cp logo.png assets/",
            "cp logo.png assets/logo.png",
        ),
    ),
    (
        "Back the src folder up to src_backup",
        accepted(
            "cp -r src src_backup",
            "cp -a src src_backup",
            "cp -R src src_backup",
        ),
    ),
    # git
    (
        "Anything uncommitted in my repo?",
        accepted(
            "git status",
            "git status -s",
            "git status --short",
            "git diff",
            "git status --porcelain",
        ),
    ),
    (
        "state of version control here",
        accepted("git status", "git status -s", "git status --short"),
    ),
    (
        "On what branch do I sit",
        accepted(
            "git branch --show-current",
            "git branch",
            "git status",
            "git rev-parse --abbrev-ref HEAD",
        ),
    ),
    (
        "enumerate the branches of the repository",
        accepted(
            "git branch",
            "git branch -a",
            "git branch --list",
            "git branch --all",
        ),
    ),
    (
        "What were the five most recent commits?",
        accepted(
            "git log --oneline -n 5",
            "git log -n 5",
            "git log -5",
            "git log --oneline -5",
            "git log -n 5 --oneline",
            "git log -5 --oneline",
        ),
    ),
    (
        "Past commits, one per line",
        accepted("git log --oneline", "git log --pretty=oneline"),
    ),
    (
        "how do my edits differ from the last commit?",
        accepted("git diff", "git diff HEAD", "git status"),
    ),
    (
        "What have I altered in README.md?",
        accepted(
            "git diff README.md",
            "git diff HEAD README.md",
            "git diff -- README.md",
        ),
    ),
    (
        "start a branch named speedup",
        accepted(
            "git branch speedup",
            "git checkout -b speedup",
            "git switch -c speedup",
        ),
    ),
    (
        "hop over to the develop branch",
        accepted("git checkout develop", "git switch develop"),
    ),
    ("put app.js into the next commit", accepted("git add app.js")),
    (
        "stage the lot",
        accepted("git add .", "git add -A", "git add --all", "git add *"),
    ),
    (
        "record the staged work as 'repair parser'",
        accepted(["git", "commit", "-m", "repair parser"]),
    ),
    (
        "Commit, the message should read: update docs",
        accepted(["git", "commit", "-m", "update docs"]),
    ),
    (
        "get what's new from the remote repository",
        accepted("git pull", "git fetch", "git pull origin main"),
    ),
    ("turn this directory into a repo", accepted("git init", "git init .")),
    # search
    (
        "Does the word banana occur in fruits.txt?",
        accepted(
            *[
                f"grep {o}banana fruits.txt"
                for o in (
                    "",
                    "-n ",
                    "-i ",
                    "-c ",
                    "-w ",
                    "-in ",
                    "-q ",
                    "-ni ",
                )
            ]
        ),
    ),
    (
        "Which lines of app.log talk about timeout",
        accepted(
            *[
                f"grep {o}timeout app.log"
                for o in ("", "-n ", "-i ", "-in ", "-ni ")
            ]
        ),
    ),
    (
        "hunt for TODO across all source files below this folder",
        accepted(
            *[
                f"grep {o} TODO{d}"
                for o in ("-r", "-rn", "-R", "-nr", "-rin")
                for d in ("", " .")
            ]
        ),
    ),
    (
        "Where did I leave passport.pdf?",
        accepted(
            "find . -name passport.pdf",
            "find / -name passport.pdf",
            "locate passport.pdf",
            "find . -iname passport.pdf",
            "find . -type f -name passport.pdf",
        ),
    ),
    (
        "Track down utils.py",
        accepted(
            "find . -name utils.py",
            "locate utils.py",
            "find . -type f -name utils.py",
            "find / -name utils.py",
        ),
    ),
    (
        "Got Markdown files? (extension md)",
        accepted("find . -name *.md", "find . -type f -name *.md", "ls *.md"),
    ),
    (
        "gather every json file beneath the config folder",
        accepted(
            "find config -name *.json",
            "find config -type f -name *.json",
            "find config/ -name *.json",
        ),
    ),
    (
        "any files exceeding 100 megabytes?",
        accepted(
            "find . -size +100M",
            "find . -type f -size +100M",
            "find / -size +100M",
            "find / -type f -size +100M",
        ),
    ),
    # sort, sed, diff
    ("alphabetise names.txt", accepted("sort names.txt")),
    (
        "swap foo for bar throughout config.ini",
        accepted(
            "sed -i s/foo/bar/g config.ini",
            "sed -i s/foo/bar/ config.ini",
            "sed s/foo/bar/g config.ini",
        ),
    ),
    (
        "Do old.txt and new.txt match?",
        accepted(
            "diff old.txt new.txt",
            "cmp old.txt new.txt",
            "diff -q old.txt new.txt",
        ),
    ),
    # network
    (
        "What IP have I been assigned?",
        accepted(
            "ip addr",
            "ip a",
            "ifconfig",
            "hostname -I",
            "ip addr show",
            "ip address",
        ),
    ),
    (
        "Which router do my packets go through?",
        accepted(
            "ip route",
            "ip r",
            "route -n",
            "route",
            "netstat -rn",
            "ip route show",
            "traceroute",
        ),
    ),
    (
        "Is github.com answering?",
        accepted(
            "ping -c 4 github.com",
            "ping -c 1 github.com",
            "ping -c 3 github.com",
            "curl -I https://github.com",
            "ping github.com",
            "ping -c 5 github.com",
        ),
    ),
    ("fire 3 pings at 8.8.4.4", accepted("ping -c 3 8.8.4.4")),
    (
        "Who occupies TCP port 8080?",
        accepted(
            "lsof -i :8080",
            "lsof -i tcp:8080",
            "lsof -i TCP:8080",
            "ss -ltnp",
            "fuser 8080/tcp",
            "lsof -iTCP:8080",
        ),
    ),
    # env, perms, links, archives
    ("value of the HOME variable?", accepted("printenv HOME")),
    (
        "which shell variables are exported?",
        accepted("env", "printenv", "export"),
    ),
    (
        "let build.sh be run as a program",
        accepted(
            "chmod +x build.sh",
            "chmod 755 build.sh",
            "chmod u+x build.sh",
            "chmod a+x build.sh",
        ),
    ),
    ("private.key should have mode 600", accepted("chmod 600 private.key")),
    (
        "latest should be a symlink that leads to release-3.2",
        accepted(
            "ln -s release-3.2 latest",
            "ln -sf release-3.2 latest",
            "ln -sfn release-3.2 latest",
        ),
    ),
    (
        "bundle the photos directory up as photos.tar.gz",
        accepted(
            "tar -czf photos.tar.gz photos",
            "tar czf photos.tar.gz photos",
            "tar -zcf photos.tar.gz photos",
            "tar -czvf photos.tar.gz photos",
            "tar czvf photos.tar.gz photos",
        ),
    ),
    (
        "unpack source-1.4.tgz",
        accepted(
            "tar -xzf source-1.4.tgz",
            "tar xzf source-1.4.tgz",
            "tar -xvzf source-1.4.tgz",
            "tar -xf source-1.4.tgz",
            "tar -xzvf source-1.4.tgz",
            "tar xf source-1.4.tgz",
        ),
    ),
    # running
    (
        "start my program hello.py",
        accepted("python3 hello.py", "python hello.py"),
    ),
    (
        "launch the tests via make",
        accepted("make test", "make check", "make tests"),
    ),
]
PLAIN_QUESTIONS = [
    "hello, friend",
    "Good to see you!",
    "What's the capital city of Portugal, by the way?",
    "Which town is the seat of government in Egypt?",
    "Can you add 31 and 14?",
    "Who was Napoleon?",
    "Explain gravity in simple words",
    "Name two planets",
    "many thanks for your help",
    "What are you able to help me with?",
    "Who made you?",
    "How many hours does a day have?",
    "What does the word 'benevolent' mean?",
    "Could you tell me something funny?",
    "Do penguins fly?",
    "Give me a rhyme for house",
    "What is a motherboard?",
    "How do you say goodbye in Italian?",
    "Is the sun a star?",
    "I'm feeling sad",
    "What's the difference between a virus and a bacterium?",
    "Which is heavier, gold or silver?",
    "why do people dream?",
    "Bye for now",
]


ANSWERS = [
    (
        "Got any gigabytes to spare on the SSD?",
        ["df", "-h"],
        (
            "exit 0\nFilesystem      Size  Used Avail Use% Mounted on\nudev   "
            "         7.8G     0  7.8G   0% /dev\ntmpfs           1.6G  2.1M "
            " 1.6G   1% /run\n/dev/nvme0n1p2  468G  391G   53G  89% /\ntmpfs  "
            "         7.8G   44M  7.8G   1% /dev/shm\n/dev/nvme0n1p1  511M "
            " 5.3M  506M   2% /boot/efi\n"
        ),
        ["53"],
        [],
    ),
    (
        "storage left?",
        ["df", "-h"],
        (
            "exit 0\nFilesystem        Size    Used   Avail Capacity iused"
            " ifree %iused  Mounted on\n/dev/disk3s1s1   926Gi    15Gi   717Gi"
            "     3%    404k  4.3G    0%   /\ndevfs            205Ki   205Ki  "
            "   0Bi   100%     710     0  100%   /dev\n"
        ),
        ["717"],
        [],
    ),
    (
        "how full is the disk",
        ["df", "-h"],
        (
            "exit 0\nFilesystem      Size  Used Avail Use% Mounted"
            " on\n/dev/vda         252G   17G   78G  18% /\n"
        ),
        ["18%|78"],
        [],
    ),
    (
        "How hefty is my Downloads directory?",
        ["du", "-sh", "Downloads"],
        "exit 0\n6.7G\tDownloads\n",
        ["6.7"],
        [],
    ),
    (
        "disk footprint of node_modules",
        ["du", "-sh", "node_modules"],
        "exit 0\n318M\tnode_modules\n",
        ["318"],
        [],
    ),
    (
        "How many rows has customers.csv got?",
        ["wc", "-l", "customers.csv"],
        "exit 0\n18342 customers.csv\n",
        ["18342|18,342"],
        [],
    ),
    (
        "How lengthy is essay.md, in words?",
        ["wc", "-w", "essay.md"],
        "exit 0\n    2207 essay.md\n",
        ["2207|2,207"],
        [],
    ),
    (
        "remind me of my login",
        ["whoami"],
        "exit 0\nkatarina\n",
        ["katarina"],
        [],
    ),
    (
        "what's this PC's name on the network?",
        ["hostname"],
        "exit 0\nblue-whale-07\n",
        ["blue-whale-07"],
        [],
    ),
    ("CPU core count?", ["nproc"], "exit 0\n12\n", ["12"], []),
    (
        "which processor is built into this machine?",
        ["lscpu"],
        (
            "exit 0\nArchitecture:                       x86_64\nCPU"
            " op-mode(s):                     32-bit, 64-bit\nAddress sizes:  "
            "                    48 bits physical, 48 bits virtual\nByte"
            " Order:                         Little Endian\nCPU(s):           "
            "                  16\nOn-line CPU(s) list:               "
            " 0-15\nVendor ID:                          AuthenticAMD\nModel"
            " name:                         AMD Ryzen 9 5900HX with Radeon"
            " Graphics\nCPU family:                         25\n"
        ),
        ["Ryzen 9 5900HX"],
        [],
    ),
    (
        "what release of the kernel have we got here",
        ["uname", "-r"],
        "exit 0\n6.8.0-47-generic\n",
        ["6.8.0-47"],
        [],
    ),
    (
        "which weekday do we have",
        ["date"],
        "exit 0\nThu Oct 16 14:05:33 UTC 2025\n",
        ["Thu"],
        [],
    ),
    (
        "Could you look at the clock for me",
        ["date"],
        "exit 0\nSun Jan 18 07:42:10 CET 2026\n",
        ["07:42|7:42"],
        [],
    ),
    (
        "Which path are we at the moment?",
        ["pwd"],
        "exit 0\n/Users/helga/code/atlas\n",
        ["/Users/helga/code/atlas"],
        [],
    ),
    (
        "Has the server been restarted recently?",
        ["uptime"],
        (
            "exit 0\n 16:20:01 up 41 days,  3:17,  2 users,  load average:"
            " 0.22, 0.31, 0.35\n"
        ),
        ["41 days"],
        [],
    ),
    (
        "How is memory looking",
        ["free", "-h"],
        (
            "exit 0\n               total        used        free      shared "
            " buff/cache   available\nMem:            15Gi       4.2Gi      "
            " 1.1Gi       312Mi        10Gi        10Gi\nSwap:          2.0Gi "
            "         0B       2.0Gi\n"
        ),
        ["4.2|10"],
        [],
    ),
    (
        "RAM consumption at the moment?",
        ["free", "-h"],
        (
            "exit 0\n               total        used        free      shared "
            " buff/cache   available\nMem:            62Gi        37Gi      "
            " 2.4Gi       1.9Gi        23Gi        24Gi\nSwap:          8.0Gi "
            "      1.2Gi       6.8Gi\n"
        ),
        ["37|24"],
        [],
    ),
    (
        "What IP have I been assigned?",
        ["ip", "addr"],
        (
            "exit 0\n1: lo: <LOOPBACK,UP,LOWER_UP> mtu 65536 qdisc noqueue"
            " state UNKNOWN group default qlen 1000\n    link/loopback"
            " 00:00:00:00:00:00 brd 00:00:00:00:00:00\n    inet 127.0.0.1/8"
            " scope host lo\n       valid_lft forever preferred_lft"
            " forever\n2: enp5s0: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 1500"
            " qdisc mq state UP group default qlen 1000\n    link/ether"
            " 3c:7c:3f:11:aa:0e brd ff:ff:ff:ff:ff:ff\n    inet"
            " 192.168.178.44/24 brd 192.168.178.255 scope global dynamic"
            " noprefixroute enp5s0\n"
        ),
        ["192.168.178.44"],
        ["192.168.178.255"],
    ),
    (
        "Have I got ffmpeg?",
        ["which", "ffmpeg"],
        "exit 0\n/usr/local/bin/ffmpeg\n",
        ["/usr/local/bin/ffmpeg"],
        [],
    ),
    (
        "Tell me the node release that's set up",
        ["node", "--version"],
        "exit 0\nv20.11.1\n",
        ["20.11.1"],
        [],
    ),
    (
        "process number of redis-server?",
        ["pgrep", "-l", "redis-server"],
        "exit 0\n1472 redis-server\n",
        ["1472"],
        [],
    ),
    (
        "How large a file is movie.mp4?",
        ["stat", "movie.mp4"],
        (
            "exit 0\n  File: movie.mp4\n  Size: 734003200 \tBlocks: 1433608   "
            " IO Block: 4096   regular file\nDevice: 259,2\tInode: 5243099    "
            " Links: 1\nAccess: (0644/-rw-r--r--)  Uid: ( 1000/   vera)   Gid:"
            " ( 1000/   vera)\nAccess: 2025-02-11 09:10:44.120000000"
            " +0100\nModify: 2025-02-10 21:00:13.480000000 +0100\nChange:"
            " 2025-02-10 21:00:13.480000000 +0100\n"
        ),
        ["734003200"],
        [],
    ),
    (
        "On what branch do I sit",
        ["git", "branch", "--show-current"],
        "exit 0\nfeature/offline-sync\n",
        ["feature/offline-sync"],
        [],
    ),
    (
        "Anything uncommitted in my repo?",
        ["git", "status"],
        (
            "exit 0\nOn branch trunk\nChanges not staged for commit:\n  (use"
            ' "git add <file>..." to update what will be committed)\n  (use'
            ' "git restore <file>..." to discard changes in working'
            " directory)\n\tmodified:   Sources/App/main.swift\n\nno changes"
            ' added to commit (use "git add" and/or "git commit -a")\n'
        ),
        ["Sources/App/main.swift"],
        [],
    ),
    (
        "Name all the items of the folder I'm in",
        ["ls"],
        "exit 0\nPackage.swift\nREADME.md\nSources\nTests\n",
        ["Package.swift", "README.md", "Sources", "Tests"],
        [],
    ),
    (
        "What are the five most recent commits?",
        ["git", "log", "--oneline", "-n", "5"],
        (
            "exit 0\na1b2c3d handle empty arguments\n9f8e7d6 bump version to"
            " 1.4\n1234abc fix race in loader\n"
        ),
        ["a1b2c3d|handle empty arguments"],
        [],
    ),
    (
        "Which lines of app.log talk about timeout",
        ["grep", "-n", "timeout", "app.log"],
        "exit 0\n17:connection timeout after 30s\n233:read timeout\n",
        ["17", "233"],
        [],
    ),
    (
        "Is github.com answering?",
        ["ping", "-c", "4", "github.com"],
        (
            "exit 0\nPING github.com (140.82.121.4) 56(84) bytes of data.\n64"
            " bytes from 140.82.121.4: icmp_seq=1 ttl=52 time=17.9 ms\n64"
            " bytes from 140.82.121.4: icmp_seq=2 ttl=52 time=18.4 ms\n\n---"
            " github.com ping statistics ---\n4 packets transmitted, 4"
            " received, 0% packet loss, time 3004ms\nrtt min/avg/max/mdev ="
            " 17.911/18.204/18.512/0.220 ms\n"
        ),
        ["18.204|18.2"],
        [],
    ),
    (
        "I need a blank document notes.md",
        ["touch", "notes.md"],
        "exit 0\n",
        ["notes.md"],
        ["error", "not found", "denied"],
    ),
]
DENIED = [
    (
        "wipe out the whole dist directory, contents included",
        ["rm", "-r", "dist"],
        "Denied: the user said no to this call.",
    ),
    (
        "storage left?",
        ["df", "-h"],
        "Denied: the program is not allowed here",
    ),
    ("remind me of my login", ["whoami"], "Denied by user."),
    ("stage the lot", ["git", "add", "."], "Denied: you may not run git."),
    (
        "End process 8123, it hangs",
        ["kill", "8123"],
        "Denied: the user rejected the command.",
    ),
    (
        "alphabetise names.txt",
        ["sort", "names.txt"],
        "Denied: rejected by policy (sort)",
    ),
]
FAILED = [
    (
        "Track down utils.py",
        ["find", ".", "-name", "utils.py"],
        "Error: executable not found: find",
        ["not"],
    ),
    ("Have I got ffmpeg?", ["which", "ffmpeg"], "exit 1\n", ["no"]),
    (
        "Let me have the text of letter.txt",
        ["cat", "letter.txt"],
        "exit 1\ncat: letter.txt: No such file or directory\n",
        ["not|no file"],
    ),
    (
        "CPU core count?",
        ["nproc"],
        "Error: executable not found: nproc",
        ["not"],
    ),
    (
        "What is written inside /etc/shadow?",
        ["cat", "/etc/shadow"],
        "exit 1\ncat: /etc/shadow: Permission denied\n",
        ["have permission|permission denied"],
    ),
    (
        "the empty folder attic may go away",
        ["rmdir", "attic"],
        "exit 1\nrmdir: failed to remove 'attic': Directory not empty\n",
        ["not empty"],
    ),
]
# Programs that the first two rounds of training never call; reported apart.
RARE_PROGRAMS = [
    (
        "print the file name part of /usr/share/doc/readme.txt",
        accepted("basename /usr/share/doc/readme.txt"),
    ),
    ("show the directory tree of src", accepted("tree src")),
    ("count from 1 to 10", accepted("seq 10", "seq 1 10")),
    (
        "drop duplicate lines from sorted.txt",
        accepted("uniq sorted.txt", "sort -u sorted.txt"),
    ),
    ("show the third column... er, just run neofetch", accepted("neofetch")),
    ("show the manual page of tar", accepted("man tar", "tar --help")),
    (
        "download https://example.com/a.zip",
        accepted(
            "curl -O https://example.com/a.zip",
            "wget https://example.com/a.zip",
            "curl -LO https://example.com/a.zip",
        ),
    ),
    (
        "check the status of the ssh service",
        accepted(
            "systemctl status ssh",
            "systemctl status sshd",
            "service ssh status",
            "service sshd status",
        ),
    ),
    ("run cargo build", accepted("cargo build")),
    ("reverse the lines of list.txt", accepted("tac list.txt")),
]
