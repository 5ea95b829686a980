"""Second round of training: looser phrases for the intents of the first."""

from intents import INTENTS, Intent

_PHRASES = {" ".join(intent.argv): [] for intent in INTENTS}
_FACTOR = {" ".join(intent.argv): 1.0 for intent in INTENTS}


def more(command, questions=(), commands=()):
    """Notes more phrases for a command, and makes it a little more frequent."""
    _PHRASES[command] += [("q", phrase) for phrase in questions]
    _PHRASES[command] += [("c", phrase) for phrase in commands]
    _FACTOR[command] *= 1.15


def second_round_intents():
    """Returns INTENTS with the phrases of this file added."""
    extended = []
    for intent in INTENTS:
        key = " ".join(intent.argv)
        extended.append(
            Intent(
                intent.argv,
                intent.run,
                intent.weight * _FACTOR[key],
                intent.phrases + _PHRASES[key],
            )
        )
    return extended


more(
    "df -h",
    questions=[
        (
            "(does|will) a (50|20|100|5|200) (gb|GB|gig|gigabyte)"
            " (download|video|backup|file) (still|) fit (on|onto)"
            " (my|the|this) (disk|drive|computer)"
        ),
        (
            "my (disk|drive|laptop) (feels|seems|looks) (full|packed|crowded),"
            " (is it|how bad is it|what's left)"
        ),
        "(capacity|occupancy|fill level) of (the|my) (drive|disk|volume)",
        (
            "i keep getting (disk full|no space left)"
            " (errors|warnings|messages), how (much is|bad is it|many gb are)"
            " (left|)"
        ),
        (
            "(gigs|gigabytes|gb|megabytes|terabytes)"
            " (left|free|remaining|available)"
        ),
        (
            "how (much|many gb) can i (still|) (store|save|put) (here|on this"
            " machine|)"
        ),
    ],
    commands=[
        (
            "(have|take) a look (at|into) how (full|packed) the"
            " (disk|drive|hard disk) is"
        ),
        (
            "(inspect|examine|review) (my|the) (storage|disk)"
            " (situation|space|state)"
        ),
    ],
)
more(
    "du -sh <d>",
    questions=[
        (
            "(what|how much) does (the folder|the directory|) <d>"
            " (weigh|amount to|come to|total)"
        ),
        (
            "(total|overall|combined) size of (all|everything|all files)"
            " (in|inside|under) <d>"
        ),
        "is (the|) <d> (folder|directory|) (huge|large|getting too big|big)",
        "<d>: how (big|many gigabytes|many megabytes)",
        "(space|room|disk space) (used|taken|occupied|eaten) by <d>",
    ],
    commands=["(add|sum) up (the size of|) (all files in|everything in|) <d>"],
)
more(
    "ls",
    questions=[
        "what (have|did) i (keep|put|store|got) (here|in this place)",
        "(show|give) a (list|directory) of (what is|all that is|stuff) here",
        (
            "(the|) (list of files|file list|directory listing|inventory)"
            " (please|of this place|)"
        ),
        (
            "does this (folder|place|directory) (have|hold|contain)"
            " (anything|any files)"
        ),
        (
            "(is|are) (any|some) (file|files|documents|things) (here|around|in"
            " this place)"
        ),
        "what else is (here|in this folder)",
    ],
    commands=[
        (
            "(name|mention|tell me) (all|every|the)"
            " (file|files|items|documents|entry|entries) (of|in) (this|the"
            " present|the working) (folder|directory|place)"
        ),
        (
            "(browse|scan|inspect|explore) (this|the current)"
            " (folder|directory|place)"
        ),
    ],
)
more(
    "ls <d>",
    questions=[
        (
            "(what|which) (items|documents|stuff|entries|things)"
            " (are|lie|sit|live|exist) (in|inside|under|within) (the|my|) <d>"
            " (folder|directory|)"
        ),
        "(anything|something) (in|inside) (the|my|) <d> (folder|directory|)",
        "is (the|) <d> (folder|directory|) empty",
        (
            "what (have i|did i|do we) (got|keep|put|store) (in|inside|under)"
            " (the|) <d>"
        ),
        "<d>, what is in there",
        "(the|) (inventory|listing|list|directory) of (the|) <d> (folder|)",
    ],
    commands=[
        (
            "(browse|scan|inspect|explore|check out|go through) (the|my|) <d>"
            " (folder|directory|)"
        ),
        (
            "(name|tell me) (all|the|every) (items|files|documents|file)"
            " (of|in|inside) (the|) <d> (folder|directory|)"
        ),
    ],
)
more(
    "ls -a",
    questions=[
        (
            "(do|are there) (files|things) (whose names start with a"
            " dot|starting with a dot|beginning with a dot) (here|exist|)"
        ),
        (
            "(files|everything) (that is|) (normally|usually|)"
            " (hidden|invisible) (here|in this folder)"
        ),
    ],
    commands=[
        (
            "(list|show) (really|absolutely|) (all|every) (files|file),"
            " (hidden|invisible|dot) (ones|files) (too|included|as well)"
        ),
        (
            "don't (skip|omit|leave out) (hidden files|dotfiles) when listing"
            " (this folder|the files|)"
        ),
    ],
)
more(
    "ls -l",
    questions=[
        "(listing|list of files) with (owner|permissions|dates|sizes) (and"
        " size|and date|)"
    ],
    commands=[
        "list (the|) files (here|) (verbosely|in the long form|and show"
        " (who owns them|their permissions|their sizes|when they changed))"
    ],
)
more(
    "ls -lt",
    questions=[
        (
            "what did i (work on|save|edit) (last|most recently) (here|in this"
            " folder|)"
        ),
        "(newest|latest|freshest) (file|files|document) (here|)",
    ],
    commands=[
        "(put|order) (the|) (newest|latest|recent) files (first|at the top)"
    ],
)
more(
    "ls -lS",
    questions=[
        (
            "(biggest|largest|heaviest) (file|files|item|document) (here|in"
            " this folder|)"
        ),
        (
            "what (takes|uses|eats) (up|) the most (space|room|bytes) (here|in"
            " this folder)"
        ),
    ],
    commands=["(put|order) (the|) (biggest|largest) files (first|at the top)"],
)
more(
    "pwd",
    questions=[
        (
            "what (place|folder|directory) (is this|are we in|do i stand"
            " in|have i landed in)"
        ),
        "(full|absolute) path of (this|the current) (folder|directory|place)",
        "where (have i|did i) (ended up|end up|land)",
        "i('m| am) lost, (where am i|which folder is this)",
        (
            "(my|our) (position|location|place|whereabouts) (in the file"
            " system|in the directory tree|)"
        ),
    ],
)
more(
    "cat <f>",
    questions=[
        "(text|contents|content) of <f>",
        (
            "what (text|information|data) (is|does) (in <f>|stored in <f>|<f>"
            " hold|<f> have)"
        ),
    ],
    commands=[
        "(give|get|fetch) me (the|) (text|contents|content|full text) of <f>",
        (
            "i('d like| would like| need| want) (to see|to read|to view|to"
            " look at) <f>"
        ),
        (
            "(put|throw|write) <f> (on|to|onto) (the|my)"
            " (screen|terminal|console)"
        ),
    ],
)
more(
    "head -n <n> <f>",
    questions=[
        "(top|first|opening|initial) <n> (rows|lines|records|entries) of <f>"
    ],
    commands=[
        (
            "i (only|just|) (want|need) (the|) (top|first|opening) <n>"
            " (lines|rows|records) (of|from) <f>"
        ),
        "(cut|limit) <f> to (the|its) first <n> lines",
        "(begin|start) of <f>, <n> lines",
    ],
)
more(
    "head <f>",
    questions=[
        "what (is|comes) (first|at the start) in <f>",
        "(opening|start|beginning|top|intro) of <f>",
    ],
    commands=[
        "(let me see|i want) (how|what) <f> (starts|begins|begins with)"
    ],
)
more(
    "tail -n <n> <f>",
    questions=[
        "(bottom|last|final|closing|newest) <n> (rows|lines|records|entries)"
        " of <f>"
    ],
    commands=[
        (
            "i (only|just|) (want|need) (the|) (bottom|last|final|newest) <n>"
            " (lines|rows|records|entries) (of|from) <f>"
        ),
        "(end|tail end) of <f>, <n> lines",
    ],
)
more(
    "tail <f>",
    questions=[
        "what (is|comes|got written) (last|at the very end) in <f>",
        "(ending|end|bottom|close|finish) of <f>",
        (
            "(newest|most recent|latest) (messages|entries|records|rows)"
            " (in|of|from) <f>"
        ),
    ],
    commands=["(let me see|i want) (how|what) <f> (ends|finishes|ends with)"],
)
more(
    "wc -l <f>",
    questions=[
        "(total|count|amount|sum) of (lines|rows|records) in <f>",
        "(line|row) (total|count|number) (of|for|in) <f>",
        "is <f> (a long file|long|more than 100 lines)",
        "how many (records|entries|rows) (has|does) <f> (got|hold|)",
    ],
)
more(
    "wc -w <f>",
    questions=[
        "how (wordy|long, in words,) is <f>",
        "(word total|amount of words|number of words) (of|for|in) <f>",
        "how many words did i write in <f>",
    ],
)
more("wc -c <f>", questions=["(bytes|number of bytes|characters) in <f>"])
more(
    "date",
    questions=[
        "what('s| is) the (hour|moment|month|year|weekday)",
        "(is it|are we) (late|already monday|in summer|past noon|in 2026)",
        "i (lost|have lost) track of (time|the days), what (day|time) is it",
        "(give|tell) me the (hour|day|weekday|month|year)",
        "(day|time|hour|month|weekday) (now|please|today)",
        "which (month|year|week day|hour) (is it|are we in|do we have)",
    ],
    commands=[
        "(consult|read|look at) the (system|computer's) (clock|calendar clock)"
    ],
)
more(
    "whoami",
    questions=[
        (
            "(under|with) (which|what) (name|login|user) (am i|is this"
            " session) (logged in|running|signed in)"
        ),
        (
            "what (login|user name|account) (do i have|did i use|is this"
            " session|am i on)"
        ),
        "(my|the) (login|user|account|login name|user name)",
        "i forgot (my|the) (login|user name|user), what is it",
        "do i (work|run|act) as (root|admin|another user)",
    ],
)
more(
    "uname -a",
    questions=[
        (
            "what (os|system|platform) (powers|runs) (this|the)"
            " (thing|machine|computer|box)"
        ),
        "(linux|mac|bsd|unix) or (linux|mac|windows|bsd)",
        "is (it|this machine) (x86|arm|64 bit|32 bit|intel|linux|a mac)",
        "what am i (running|working) on",
    ],
)
more(
    "uname -r",
    questions=[
        "how (new|old|recent) is (the|my) kernel",
        "(kernel|linux kernel) (number|release number|build|version)",
        "what kernel (have we got|do we have|runs here)",
    ],
)
more(
    "cat /etc/os-release",
    questions=[
        (
            "(name|version|release) of (this|the|my)"
            " (linux|distro|distribution|ubuntu|debian|fedora)"
        ),
        (
            "is this (ubuntu|debian|fedora|arch|alpine|centos) or"
            " (ubuntu|debian|fedora|arch|mint)"
        ),
        (
            "what (ubuntu|debian|fedora|linux flavour|linux flavor) (have i"
            " got|is it|is here)"
        ),
    ],
)
more(
    "sw_vers",
    questions=[
        "(version|release|number) of (macos|mac os|the mac's system)",
        "which macos have i got",
    ],
)
more(
    "stat <f>",
    questions=[
        "(weight|size|bytes|length) of (the file|) <f> (in bytes|)",
        "is <f> a (big|large|small|heavy) file",
        (
            "(who|which user) (is|does) (the file|) <f> (belong to|the owner"
            " of|owned by)"
        ),
        "(whose|whose file) is <f>",
        (
            "(owner|permissions|access mode|modification time|last"
            " change|rights) of <f>"
        ),
        "how (recent|old|fresh|new) is (the file|) <f>",
        (
            "(what|which) (day|time) (was|did) <f> (change|get"
            " changed|saved|edited) (last|)"
        ),
        "is <f> (writable|readable|owned) by (everyone|root|others|my group)",
        (
            "how many (kilobytes|megabytes|kb|mb|bytes) (is|has|does) (the"
            " file|) <f> (have|take|)"
        ),
    ],
)
more(
    "file <f>",
    questions=[
        "what (exactly|) (is|kind of thing is) <f>",
        "(file type|type|format|kind) of <f>",
        (
            "is <f> (really|actually|) (a|an)"
            " (picture|image|text|archive|binary|program|script|pdf|video)"
        ),
        (
            "what('s| is) <f>, (an image|a text|a binary|a program) or"
            " (something else|an archive|a text)"
        ),
    ],
)
more(
    "which <p>",
    questions=[
        (
            "where (does|do i find|can i find|is) (the program|the command|)"
            " <p> (live|sit|) (on this system|on my disk|)"
        ),
        "have (i|we) got (the program|) <p> (here|installed|on this machine|)",
        "(location|path|place|full path) of <p>",
        "can i (use|run|call) <p> (here|on this machine)",
    ],
)
more(
    "<p> --version",
    questions=[
        "(release|version|version number) of <p> (here|installed|please|)",
        (
            "(what|which) <p> (release|have i got|is this|version have we"
            " got|do we run)"
        ),
        "is my <p> (up to date|recent|outdated|current)",
    ],
)
more(
    "ps aux",
    questions=[
        (
            "what (is|does) the (computer|machine|system) (doing|run|working"
            " on) (now|at the moment|)"
        ),
        (
            "(all|the|) (active|running|current|live)"
            " (programs|processes|apps|jobs|tasks) (please|)"
        ),
        "which (programs|apps|jobs) (did i|have i) (left|leave|started|open)",
    ],
    commands=[
        "(give|show) me (an overview|the table|a table|a snapshot) of"
        " (the|all|running) (processes|programs)"
    ],
)
more(
    "ps aux --sort=-%cpu",
    questions=[
        (
            "(my|the) (laptop|computer|fan|machine|cpu) (is|gets|has"
            " become|runs) (so|very|really|) (slow|hot|loud|at 100%|noisy),"
            " (why|what causes it|which program is it|who's guilty)"
        ),
        "(biggest|heaviest|worst) cpu (user|consumer|eater|hog)",
        (
            "(what|which program) (keeps|makes) (the|my) (cpu|processor|fan)"
            " (busy|hot|loud|spinning)"
        ),
    ],
)
more(
    "ps aux --sort=-%mem",
    questions=[
        "(biggest|heaviest|worst) (memory|ram) (user|consumer|eater|hog)",
        (
            "(my|the) (ram|memory) (is|gets) (full|used up), (why|which"
            " program is it|who's guilty)"
        ),
        (
            "(what|which program|which app) (fills|occupies|takes) (the|my)"
            " (ram|memory) (most|)"
        ),
    ],
)
more(
    "pgrep -l <p>",
    questions=[
        "(did|has) <p> (stop|die|crash|stopped|died|crashed|started|quit)",
        "(pid|process id|process number) of <p>",
        "(find out|) (is|does) <p> (still|) (alive|working|there|run|live)",
    ],
)
more(
    "uptime",
    questions=[
        "(time|days|hours) since (the last|) (boot|reboot|restart|startup)",
        (
            "(did|has) (the|this) (machine|computer|server|system)"
            " (reboot|rebooted|restart|restarted|been rebooted)"
            " (lately|today|last night|this week|)"
        ),
        (
            "since when (is|has) (it|the computer|this machine|the server)"
            " (on|been on|up|running|been running)"
        ),
        "(is|are) (the server|this machine|we) under (heavy|much|high) load",
        "how long (is|has) (it|this thing) been (running|on|up)",
    ],
)
more(
    "free -h",
    questions=[
        "(how|what) is the (memory|ram) (doing|like|looking|situation)",
        (
            "(memory|ram)"
            " (left|consumption|load|stats|statistics|size|status|in use)"
        ),
        "(gigs|gigabytes|gb) of (ram|memory) (left|free|total|here|used)",
        "is there (enough|any|some) (ram|memory) (left|free|available|)",
        "how much (swap|swap space) is (used|left|free|there)",
    ],
)
more(
    "touch <f>",
    commands=[
        (
            "(i'd like|i need|i want|give me|prepare|produce|generate|set up)"
            " (an|a|a new|a blank|an empty) (file|document|blank file|empty"
            " document) (called|named|by the name of|) <f>"
        ),
        (
            "(a|an) (empty|blank|new) (file|document) <f>(, please| would be"
            " nice|)"
        ),
        "(let|have) there be a file <f>",
        "<f>: (create|make) it (empty|blank|)",
        "(make sure|ensure) (that|) (the file|) <f> exists",
    ],
)
more(
    "mkdir <k>",
    commands=[
        (
            "(i'd like|i need|i want|give me|prepare|set up|open) a (new|)"
            " (folder|directory) (called|named|by the name of|) <k>"
        ),
        "a (new|) (folder|directory) <k>(, please| would be nice|)",
        "<k> (should be|is to be) a new (folder|directory), (make|create) it",
        (
            "(make|create) a place (called|named) <k> for my"
            " (files|photos|documents)"
        ),
        "(folder|directory) <k>: (create|make) it",
    ],
)
more(
    "rmdir <k>",
    commands=[
        "the (folder|directory) <k> is empty, (remove|delete|drop) it",
        "(drop|discard|eliminate) (the|) empty (folder|directory) <k>",
        "empty (folder|directory) <k> (can go|is no longer needed|should go)",
    ],
)
more(
    "rm <f>",
    commands=[
        (
            "(drop|discard|eliminate|destroy|scrap|zap|clear away|bin|toss)"
            " (the|) (file|) <f>"
        ),
        (
            "<f> (is|has become) (useless|old|obsolete|no longer"
            " needed|junk|unneeded), (remove|delete|erase|drop) it"
        ),
        "(i want|i'd like) <f> (gone|deleted|removed|to be deleted)",
        "(let's|time to) (get rid of|say goodbye to|delete|lose) <f>",
        (
            "(file|) <f> (should|must|has to) (go|disappear|be deleted|be"
            " removed)"
        ),
    ],
)
more(
    "rm -r <k>",
    commands=[
        (
            "(drop|discard|eliminate|destroy|scrap|wipe|clear away) (the|)"
            " (whole|entire|complete|) (folder|directory) <k> (including its"
            " files|and what is in it|with its files|with contents|)"
        ),
        (
            "the (folder|directory) <k> (and its contents|with everything in"
            " it|and all in it) (should|must|has to|can) (go|disappear|be"
            " deleted)"
        ),
        (
            "(remove|erase|delete) (everything in|all of|the whole) <k>, (the"
            " folder too|folder included|including the folder)"
        ),
    ],
)
more(
    "mv <f> <g>",
    commands=[
        (
            "<f> (needs|deserves|gets|should get|should have) (a new|another|a"
            " different|the) name,? <g>"
        ),
        "(let|make) <f> (be called|have the name|become) <g>",
        "the new name (of|for) <f> (is|should be|shall be) <g>",
        "(please|) (name change|rename): <f> (to|becomes) <g>",
        "turn the (file|) name <f> into <g>",
    ],
)
more(
    "mv <f> <d>",
    commands=[
        (
            "<f> (belongs|should go|should be|goes) (in|into|under) (the|) <d>"
            " (folder|directory|), (move|put) it (there|)"
        ),
        (
            "(relocate|transfer|shift|send|take|drag) (the file|) <f>"
            " (to|into|over to) (the|) <d> (folder|directory|)"
        ),
        "(file|store) <f> (away|) (in|under) <d>",
    ],
)
more(
    "cp <f> <g>",
    commands=[
        "(clone|replicate|reproduce) <f> (as|to|under the name) <g>",
        (
            "(keep|have|store) (a|one|another|a second) (copy|version) of <f>"
            " (as|under the name|called|named) <g>"
        ),
        "<f> (should also|shall also|must also) exist as <g>",
        (
            "i (want|need) (a copy|a duplicate|a backup) of <f>,?"
            " (called|named|as) <g>"
        ),
    ],
)
more(
    "cp <f> <d>",
    commands=[
        (
            "i (want|need) (a copy of|) <f> (copied to|in|into) the <d>"
            " (folder|directory) (as well|too|also)"
        ),
        "(place|drop) a copy of <f> (in|into|inside) <d>",
    ],
)
more(
    "cp -r <k> <d>",
    commands=[
        (
            "(clone|replicate|back up|duplicate) the (folder|directory|whole"
            " folder) <k> (as|to|into) <d>"
        ),
        (
            "(keep|make) a (second|backup|spare) copy of the <k>"
            " (folder|directory) (as|in|under) <d>"
        ),
    ],
)
more(
    "git status",
    questions=[
        (
            "(is|are) (there|) (anything|something|things) (to commit|not"
            " committed|left to commit|uncommitted|unsaved in git)"
        ),
        "(did i|have i) (forget|forgotten) to commit (something|anything)",
        "(repo|repository|git|working tree|checkout) (state|status|condition)",
        (
            "(anything|something) (new|modified|dirty|changed) (in|according"
            " to) git"
        ),
    ],
)
more(
    "git log --oneline",
    questions=[
        (
            "(commits|history|commit log|log) (so far|of this repo|of the"
            " project|please|in short form)"
        ),
        (
            "what happened in (this|the) (repo|repository|project)"
            " (lately|recently|so far|)"
        ),
    ],
    commands=[
        "(list|show) (the|all|past|earlier) commits (in short|briefly|one"
        " per line|on one line each|)"
    ],
)
more(
    "git log --oneline -n <n>",
    questions=[
        "(the|) (last|latest|newest|most recent|past) <n> (commits|changes in"
        " git)"
    ],
    commands=[
        "i (want|need|would like) (to see|) the (last|latest|newest) <n>"
        " commits"
    ],
)
more(
    "git diff",
    questions=[
        (
            "(my|the) (edits|changes|modifications) (in detail|line by"
            " line|since the last commit|against the last commit)"
        ),
        "what (edits|modifications) (did i make|have i made)",
        (
            "how does (my|the) (code|work|working tree) differ from (the last"
            " commit|head|what is committed)"
        ),
    ],
)
more(
    "git diff <f>",
    questions=[
        "(my|the) (edits|changes|modifications) (in|to|of) <f>",
        "what (edits|modifications) (did i make|have i made) (in|to) <f>",
        "how (does|has) <f> (differ from|changed since) the last commit",
    ],
)
more(
    "git branch",
    questions=[
        "(names of|list of|all|) (the|) (git|local|) branches (please|here|of"
        " this repo|)"
    ],
    commands=["(name|enumerate|tell me) (all|the|) (git|) branches"],
)
more(
    "git branch --show-current",
    questions=[
        "(current|active|present) (git|) branch",
        (
            "what branch (do i have|have i got|are we|do i work on) (checked"
            " out|on|now|)"
        ),
        "(which|what) branch (do i|am i) (work on|working on|sitting on)",
    ],
)
more(
    "git branch <b>",
    commands=[
        (
            "(begin|open|set up) (a|a new) branch (by the name"
            " of|called|named|) <b>"
        ),
        "i (want|need) a (new|) branch (called|named) <b>",
    ],
)
more(
    "git switch <b>",
    commands=[
        "(jump|hop|get|take me|bring me|move me) (over|) to (the|) branch <b>",
        "(work|continue) on (the|) branch <b>",
        "(get|put) me on (the|) <b> (branch|)",
    ],
)
more(
    "git add <f>",
    commands=[
        (
            "(include|put|get|take) <f> (in|into|for) the"
            " (next|coming|upcoming) commit"
        ),
        "<f> (should|shall) be (in|part of) the next commit",
        "(prepare|mark) <f> for (committing|commit|the next commit)",
    ],
)
more(
    "git add .",
    commands=[
        (
            "(include|put|get) (all|everything|all changes) (in|into) the next"
            " commit"
        ),
        (
            "stage (the whole lot|every change|every file|all of it|what i"
            " changed)"
        ),
    ],
)
more(
    "git commit -m <m>",
    commands=[
        (
            "(save|record|store) (the|my|) (staged|) (changes|work|state) (in"
            " git|) (with|under|using) the message (\"<m>\"|'<m>'|<m>)"
        ),
        "commit, (the|with) message (is|should be|:|) (\"<m>\"|'<m>'|<m>)",
        "make (it|this) a commit: <m>",
        "commit message (\"<m>\"|'<m>'|: <m>)",
    ],
)
more(
    "git pull",
    commands=[
        (
            "(bring|get|fetch|download) (me|) (in|) (the|)"
            " (upstream|remote|others'|my colleagues'|newest)"
            " (changes|commits|work)"
        ),
        (
            "(sync|synchronize|refresh) (this|the|my)"
            " (repo|repository|checkout) (with the server|with the remote|)"
        ),
    ],
)
more(
    "git init",
    commands=[
        (
            "(put|get) this (folder|directory|project) under (git|version"
            " control)"
        ),
        "(begin|start) (using|version control with) git (here|in this folder)",
    ],
)
more(
    "grep -n <x> <f>",
    questions=[
        '(can|do) (you|we) (find|see) (the word|) (<x>|"<x>") in <f>',
        (
            "(on|in) (which|what) (line|lines) (of|in) <f> (is|does|do i find)"
            ' (<x>|"<x>") (appear|stand|)'
        ),
        (
            "(lines|rows|entries) (in|of) <f> (with|about|that contain|that"
            ' mention|having) (<x>|"<x>")'
        ),
        'is there (a|any) (<x>|"<x>") in <f>',
    ],
    commands=[
        (
            "(check|see|test) (if|whether) <f>"
            ' (contains|mentions|has|includes) (<x>|"<x>"|the word <x>)'
        ),
        (
            '(filter|pick) (out|) (the|) lines (with|containing) (<x>|"<x>")'
            " (from|in) <f>"
        ),
    ],
)
more(
    "grep -rn <x> .",
    questions=[
        (
            "(does|is) (any|some) file (here|in this project|)"
            ' (mention|contain|use) (<x>|"<x>")'
        ),
        (
            "(every|each|all) (place|places|file|files) (where|that)"
            ' (<x>|"<x>") (appears|is used|occurs|is mentioned) (below'
            " here|here|in this project|)"
        ),
    ],
    commands=[
        "(scan|go through|comb) (all|the|every) (files|file|sources|source"
        ' files) (here|below here|in this folder|) for (<x>|"<x>"|the word'
        " <x>)"
    ],
)
more(
    "grep -rn <x> <d>",
    commands=[
        "(scan|go through|comb) (all files|the files|everything)"
        ' (in|under|below) <d> for (<x>|"<x>"|the word <x>)'
    ],
)
more(
    "find . -name <f>",
    questions=[
        (
            "(i lost|i can't find|i misplaced|i forgot where i put) (the"
            " file|my|) <f>(, where is it|, find it|)"
        ),
        "<f> is (missing|somewhere), (find it|where is it)",
        "(which|what) (folder|directory) (has|holds|contains) <f>",
        "(any|some) (file|) (named|called) <f> (around|below here|)",
    ],
    commands=["(track|hunt|seek) (down|) (the file|) <f>"],
)
more(
    "find . -name *.<e>",
    questions=[
        "(got|have i|do we have) (any|some) (.<e>|<e>) files (here|around|)",
        (
            "(all|the|any|every) (.<e>|<e>) (files|file|documents) (here|below"
            " here|in the tree|)"
        ),
    ],
    commands=[
        "(collect|gather|enumerate|hunt for) (all|every|the|) (.<e>|<e>)"
        " (files|file) (here|below this folder|)"
    ],
)
more(
    "find <d> -name *.<e>",
    questions=[
        "(got|are there|do we have) (any|some) (.<e>|<e>) files"
        " (in|under|below|beneath) (the|) <d> (folder|directory|)"
    ],
    commands=[
        "(collect|gather|enumerate|hunt for) (all|every|the|) (.<e>|<e>)"
        " (files|file) (in|under|below|beneath) (the|) <d>"
        " (folder|directory|)"
    ],
)
more(
    "find . -size +<n>M",
    questions=[
        (
            "(huge|big|large) files(,|) (over|above|beyond|exceeding) <n>"
            " ?(mb|MB|megabytes|M)"
        ),
        (
            "(does|is there) any file (exceed|exceeding|over|beyond|above) <n>"
            " ?(mb|MB|megabytes)"
        ),
    ],
)
more(
    "find . -type d",
    questions=[
        (
            "(folders|directories|subfolders) (here|below here|in here|inside"
            " this one)"
        ),
        "which (folders|directories) (do i|are) (have|there|inside) (here|)",
    ],
)
more(
    "sort <f>",
    commands=[
        (
            "(put|bring|arrange) (the|) (lines|rows|entries) of <f> (in|into)"
            " (alphabetical|sorted|a-z) order"
        ),
        "<f>, (sorted|in order|alphabetically), please",
        "(order|arrange|alphabetize) (the|) (lines|entries|) (of|in|) <f>",
    ],
)
more(
    "hostname",
    questions=[
        (
            "(name|host name|network name) of (this|the|my)"
            " (computer|pc|host|machine|box|server)"
        ),
        "how is (this|the) (computer|pc|machine|host) (called|named)",
        (
            "what name (does|has) (this|the|my)"
            " (computer|pc|machine|host|server) (have|got|go by|)"
        ),
    ],
)
more(
    "nproc",
    questions=[
        "(core|cpu|processor|thread) (count|number|total)",
        (
            "how many (cores|cpus|processors|threads) (has|does|is)"
            " (this|the|my) (thing|box|computer|machine|pc) (have|got|)"
        ),
        (
            "(is|do i have) (this a|a) (dual core|quad core|multi core|single"
            " core) (machine|cpu|processor|)"
        ),
    ],
)
more(
    "lscpu",
    questions=[
        (
            "(what|which) (processor|cpu|chip) (powers|drives|sits in|is built"
            " into|is in) (this|the|my) (computer|machine|pc|box|thing)"
        ),
        "(cpu|processor|chip) (name|model|type|details|brand|maker|please)",
        "is (it|this) an (intel|amd|arm) (cpu|processor|machine|)",
    ],
)
more(
    "lsblk",
    questions=[
        (
            "(which|what) (disks|drives|hard disks|partitions) (has|does)"
            " (this|the|my) (computer|machine|pc) (have|got|)"
        ),
        (
            "(list of|all|the|) (disks|drives|partitions|storage devices)"
            " (attached|connected|plugged in|here|please)"
        ),
        (
            "is (a|the|my) (usb stick|second disk|external drive|usb drive)"
            " (plugged in|connected|attached|visible)"
        ),
    ],
)
more(
    "ip addr",
    questions=[
        (
            "(ip|ip address|network address|address) of (this|the|my)"
            " (computer|pc|machine|host|box)"
        ),
        (
            "(what|which) (ip|address|ip address) (was|has been|did) (i|this"
            " machine|my computer) (given|assigned|get|got|have)"
        ),
        "on which address (can others|can i) reach this (machine|computer)",
    ],
)
more(
    "ip route",
    questions=[
        (
            "(through|via) (which|what) (router|gateway) (do i|does this"
            " machine) (go online|reach the internet|connect)"
        ),
        "(router|gateway|default route) (address|please|of this network|)",
    ],
)
more(
    "ping -c 4 <h>",
    questions=[
        (
            "(is|are) (the host|the server|) <h> (answering|alive|there|up and"
            " running|dead|down)"
        ),
        "can (i|this machine) (get to|talk to|see|connect to) <h>",
        "(does|will) <h> (react|answer me|come back|reply to us)",
        "(any|) (answer|response|reply) from <h>",
    ],
)
more(
    "ping -c <n> <h>",
    commands=["(fire|shoot|try) <n> (pings|packets) (at|to) <h>"],
)
more(
    "env",
    questions=[
        (
            "(all|the|my|) (exported|set|defined|environment) variables"
            " (please|of this session|)"
        ),
        (
            "which variables (does|has) (my|the) (session|shell|environment)"
            " (have|got|)"
        ),
    ],
)
more(
    "printenv <v>",
    questions=[
        (
            "(value|content|contents) of (the|) (variable|environment"
            " variable|) (\\$|)<v>"
        ),
        "what (does|has) (the|) (variable|) <v> (hold|contain|got)",
        "<v> (variable|environment variable) (value|please|)",
    ],
)
more(
    "chmod +x <f>",
    commands=[
        (
            "<f> (should|must|needs to|has to) be (executable|runnable|able to"
            " run)"
        ),
        "(turn|make) <f> (into|) (an executable|a runnable script|runnable)",
        "(enable|permit) (running|execution of) <f>",
    ],
)
more(
    "chmod <o> <f>",
    commands=[
        (
            "<f> (should|must|shall|needs to) have (mode|permissions|the"
            " mode) <o>"
        ),
        "(mode|permissions) <o> (for|on) <f>",
        "(apply|put) (mode|permissions) <o> (to|on) <f>",
    ],
)
more(
    "ln -s <f> <g>",
    commands=[
        (
            "<g> (should|shall|must) (point to|link to|be a link to|be a"
            " symlink to) <f>"
        ),
        "(let|make) <g> (point to|a link to|a symlink for|refer to) <f>",
    ],
)
more(
    "tar -czf <t> <k>",
    commands=[
        (
            "(bundle|wrap|squeeze|zip) (up|) (the|) <k> (folder|directory|)"
            " (into|as|in) <t>"
        ),
        (
            "(make|build|produce) <t> (out of|from) (the|)"
            " (folder|directory|) <k>"
        ),
        (
            "i (want|need) (the|) <k> (folder|) (compressed|packed|archived)"
            " (as|into|in) <t>"
        ),
    ],
)
more(
    "tar -xzf <t>",
    commands=[
        "(get|take) (the|) (files|contents|everything) out of <t>",
        "i (want|need) <t> (unpacked|extracted)",
        "<t> (should|must) be (unpacked|extracted)",
    ],
)
more(
    "sed -i s/<x>/<y>/g <f>",
    commands=[
        (
            "(swap|exchange|change) (all|every|) <x> (for|to|into) <y>"
            " (throughout|in|across) <f>"
        ),
        "<x> (should|must) (become|be) <y> (everywhere in|throughout|in) <f>",
        "(rename|convert) <x> to <y> (throughout|everywhere in|inside) <f>",
    ],
)
more(
    "sed -n <n>p <f>",
    questions=[
        "(only|just|) line <n> (of|from|in) <f>",
        "line (number|no.|) <n> (of|from|in) <f>",
    ],
    commands=["i (want|need|would like) (to see|) line <n> of <f>"],
)
more(
    "sed -n <n>,<n2>p <f>",
    questions=["lines <n> (to|till|up to|through) <n2> (of|from|in) <f>"],
    commands=[
        "i (want|need) lines <n> to <n2> (of|from) <f>",
        "(give|show) (me|) <f> from line <n> (to|up to) (line|) <n2>",
    ],
)
more(
    "python3 <py>",
    commands=[
        (
            "(start|launch|fire up|try|call|invoke) (my|the|) (python|)"
            " (program|script|) <py>"
        ),
        "let <py> run",
    ],
)
more(
    "kill <i>",
    commands=[
        (
            "process <i> (hangs|is stuck|misbehaves|should go|must stop),"
            " (end|stop|kill) it"
        ),
        "(shut|take) down (process|pid) <i>",
        "(get rid of|finish off) (process|pid) <i>",
    ],
)
more(
    "kill -9 <i>",
    commands=[
        (
            "process <i> (ignores|does not react to) (kill|the signal), (kill"
            " it hard|use force|force it)"
        ),
        (
            "(process|pid) <i> (must|has to) die (at once|immediately|no"
            " matter what)"
        ),
    ],
)
more(
    "cal",
    commands=[
        (
            "(put up|bring up|let me see) (a|the) calendar (of|for) (this|the"
            " current|the present) month"
        ),
        "(i want|i need) (to see|) (a|the) (calendar|month calendar)",
    ],
)
more(
    "cal <y4>",
    commands=[
        "(put up|bring up|let me see) (a|the) calendar (of|for) <y4>",
        "<y4> calendar",
        "(all|the) months of <y4>",
    ],
)
more(
    "who",
    questions=[
        (
            "(is|are) (anyone|anybody|somebody|other people|other users)"
            " (else|) (logged in|on this machine|signed in|connected|on)"
            " (now|here|)"
        ),
        (
            "(who|which people) (else is|are) (connected|signed in|signed"
            " on|online) (here|to this machine|)"
        ),
    ],
)
more(
    "groups",
    questions=[
        (
            "(my|the|) (groups|unix groups|group memberships) (i am in|of my"
            " user|please|)"
        ),
        (
            "(do|am) i (belong to|a member of|in) (the|)"
            " (sudo|docker|wheel|admin|any) (group|groups)"
        ),
    ],
)
more(
    "id",
    questions=[
        (
            "(my|the|) (uid|numeric id|user id|uid and gid|numeric user id)"
            " (please|of my account|)"
        ),
        "(do i have|what number is) (a|my) (numeric|) (uid|user id)",
    ],
)
more(
    "diff <f> <g>",
    questions=[
        "(do|are) <f> and <g> (match|differ|agree|the same file|identical)",
        "is <f> (the same as|identical to|different from|equal to) <g>",
        "(in what|how far) (do|does) <f> (and|differ from) <g> (differ|)",
    ],
)
more(
    "lsof -i :<o4>",
    questions=[
        (
            "(who|which program|what process) (sits on|listens"
            " on|holds|blocks|has taken|occupies|owns) (tcp|) port <o4>"
        ),
        (
            "port <o4> (is taken|is busy|is in use), (by whom|who uses"
            " it|which program is it)"
        ),
    ],
)
more(
    "make",
    commands=[
        "(compile|build) (what is here|the sources|the source code|all of it)",
        "(start|kick off|do) (the|a) build",
    ],
)
more(
    "make <mt>",
    commands=[
        "(use|call|invoke|let) make (to|with the target|target|do) <mt>",
        "(start|launch|do) (the|) <mt> (via|with|using) make",
    ],
)
