"""What the third round of training is evaluated with.

Written by hand once its data was fixed, in wordings unlike the generators', though
by their author.

NAMES: (request, commands that are right): unusual names, to be copied
IMPOSSIBLE: requests that no single program can do, or that a person must judge
WITHOUT_TOOL: requests to a chat that has no tool
FOLLOW_UPS: (first request, command, result, answer, second request, commands that
            are right)
LONG_ANSWERS: (request, command, result, texts that the answer must all have)
"""

NAMES = [
    ("how long is zephyr_notes.final.txt in lines", [["wc", "-l", "zephyr_notes.final.txt"]]),
    ("please show what kalender-2031.ics holds", [["cat", "kalender-2031.ics"]]),
    ("first 7 lines of obsidian.backup.yaml, please", [["head", "-n", "7", "obsidian.backup.yaml"],
                                                       ["head", "-7", "obsidian.backup.yaml"]]),
    ("last 23 lines of quux-server.access.log", [["tail", "-n", "23", "quux-server.access.log"],
                                                 ["tail", "-23", "quux-server.access.log"]]),
    ("make a directory for me, call it vintage-maps-1890", [["mkdir", "vintage-maps-1890"],
                                                            ["mkdir", "-p", "vintage-maps-1890"]]),
    ("what kind of thing is mystery_blob.dat.old", [["file", "mystery_blob.dat.old"]]),
    ("duplicate invoices_q3.xlsx under the name invoices_q3_safe.xlsx",
     [["cp", "invoices_q3.xlsx", "invoices_q3_safe.xlsx"]]),
    ("rename Grocery.List.md so it is called shopping.md", [["mv", "Grocery.List.md", "shopping.md"]]),
    ("which lines have the word nightingale in birds-of-europe.csv",
     [["grep", "nightingale", "birds-of-europe.csv"], ["grep", "-n", "nightingale", "birds-of-europe.csv"]]),
    ("tell me the sha256 of ubuntu-mirror.iso.part", [["sha256sum", "ubuntu-mirror.iso.part"]]),
    ("how much room does the folder holiday_videos_2019 take",
     [["du", "-sh", "holiday_videos_2019"], ["du", "-s", "-h", "holiday_videos_2019"]]),
    ("does thermostat.conf.sample have anything about celsius in it",
     [["grep", "celsius", "thermostat.conf.sample"], ["grep", "-i", "celsius", "thermostat.conf.sample"],
      ["grep", "-n", "celsius", "thermostat.conf.sample"], ["grep", "-c", "celsius", "thermostat.conf.sample"]]),
]

IMPOSSIBLE = [
    "Give me the ten words that turn up most in essay.txt",
    "what do all the figures in expenses.csv come to",
    "Which extension is the commonest in this folder?",
    "dim the lamp in the living room",
    "please ring my dentist and move my appointment",
    "get me a taxi to the station",
    "is old_backup a folder I could live without?",
    "will it hurt if thumbs.db goes away?",
    "will it rain in Lisbon this weekend",
    "turn every photo in here into a pdf",
    "make a podcast out of article.txt",
    "put a header on top of each csv file here and zip them by month",
]

WITHOUT_TOOL = [
    "is there still space on my disk for a film",
    "list what is in the folder projects",
    "which account is this shell running under",
    "how many lines are in report.txt",
    "delete temp.log",
    "what does git say has changed",
    "which kernel is this",
    "what is a symbolic link",
    "what would a Spaniard say for good night",
    "what does the command chmod do",
    "good afternoon, nice to meet you",
    "is port 8080 in use",
]

FOLLOW_UPS = [
    ("how big is the folder music", ["du", "-sh", "music"], "exit 0\n4.2G\tmusic\n",
     "music takes 4.2 GB.", "and the folder photos?", [["du", "-sh", "photos"]]),
    ("how many lines does a.txt have", ["wc", "-l", "a.txt"], "exit 0\n17 a.txt\n",
     "a.txt has 17 lines.", "what about b.txt", [["wc", "-l", "b.txt"]]),
    ("show me the first 5 lines of run.log", ["head", "-n", "5", "run.log"], "exit 0\nstart\nok\n",
     "The first line of run.log is: start", "now the last 5 of it",
     [["tail", "-n", "5", "run.log"], ["tail", "-5", "run.log"]]),
    ("what is in the folder src", ["ls", "src"], "exit 0\nmain.c\nutil.c\n",
     "src has main.c and util.c.", "how many lines has main.c there",
     [["wc", "-l", "src/main.c"]]),
]


def listed(names_and_sizes):
    total = sum(size for _, size in names_and_sizes) // 1024
    return f"exit 0\ntotal {total}\n" + "".join(
        f"-rw-r--r-- 1 mia mia {size:>7} May  3 09:14 {name}\n" for name, size in names_and_sizes
    )


LONG_ANSWERS = [
    ("what is the heaviest file in attic", ["ls", "-l", "attic"],
     listed([("lamp.svg", 812), ("rug.tiff", 734120), ("vase.txt", 45), ("stool.obj", 91003),
             ("clock.wav", 88210), ("chest.doc", 6120)]), ["rug.tiff", "734120"]),
    ("what takes the least room in cellar", ["ls", "-l", "cellar"],
     listed([("wine.db", 50122), ("coal.txt", 77), ("jam.json", 9123), ("rope.mp3", 3401223)]),
     ["coal.txt", "77"]),
    ("how many things lie in drawer", ["ls", "drawer"],
     "exit 0\nbutton\ncoin\nglue\nkey\npen\nstamp\ntape\nthread\n", ["8"]),
    ("count the entries of shed for me", ["ls", "shed"],
     "exit 0\naxe\nbike\nhose\nladder\nrake\n", ["5"]),
    ("tell me my latest 3 commits", ["git", "log", "--oneline", "-n", "3"],
     "exit 0\n3f1c2aa Teach parser quotes\n91bd0e7 Drop old cache\n07aa51c Start of project\n",
     ["Teach parser quotes", "Drop old cache", "Start of project"]),
    ("what stands in poem.txt", ["cat", "poem.txt"],
     "exit 0\nthe tide comes in\nthe boats go out\nthe gulls stay here\n",
     ["tide comes in", "boats go out", "gulls stay here"]),
    ("how many megabytes of memory are not in use", ["free", "-m"],
     "exit 0\n               total        used        free      shared  buff/cache   available\n"
     "Mem:            7821        2210        1904         133        3707        5190\n"
     "Swap:           2047           0        2047\n", ["1904|5190"]),
    ("what eats most of my processor", ["ps", "aux", "--sort=-%cpu"],
     "exit 0\nUSER         PID %CPU %MEM    VSZ   RSS TTY      STAT START   TIME COMMAND\n"
     "lea         4411 87.3  2.1 912340 81220 ?        Rl   10:02   3:11 /usr/bin/blender\n"
     "root         812  4.0  0.3  41200 12000 ?        Ss   08:00   0:41 /usr/bin/dockerd\n"
     "lea         5120  1.2  5.5 812340 99220 ?        Sl   09:41   0:13 /usr/bin/gimp\n",
     ["blender", "87.3"]),
]
