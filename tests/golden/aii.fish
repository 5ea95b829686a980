# fish completion for aii.
function __aii_program_is_next
    set -l words (commandline -opc)
    contains -- --explain $words; and test "$words[-1]" = --
end

function __aii_program_is_given
    set -l words (commandline -opc)
    contains -- --explain $words; and contains -- -- $words[..-2]
end

complete -c aii -f
complete -c aii -n __aii_program_is_next -a '(__fish_complete_command)'
complete -c aii -n __aii_program_is_given -F
complete -c aii -s x -l exec -d 'let the model run programs, each with your permission'
complete -c aii -s f -l file -d 'content for the prompt, from a file' -r -F
complete -c aii -s i -l interactive -d 'hold a conversation; a prompt is its system prompt'
complete -c aii -s j -l json -d 'errors as JSON on stderr, and nothing else there'
complete -c aii -l model -d 'which model (below); AII_MODEL says the same' -r -F -a "embedded\t'the small model that tools/quickstart installs' http://127.0.0.1:\t'a chat server on this computer, such as llama-server' unix:/\t'the same on a Unix socket' script:/\t'a script, for tests and demonstrations'"
complete -c aii -s m -l model-info -d 'print context window, name and languages of the model'
complete -c aii -s n -l no-stdin -d 'leave standard input alone'
complete -c aii -s v -l verbose -d 'after each command, show what the model is told of it'
complete -c aii -l list-allowed -d 'print the rules that let commands run unasked'
complete -c aii -l reset-allowed -d 'delete your rules; the built-in ones apply again'
complete -c aii -l explain -d 'say what -x would do with: -- PROGRAM [ARG...]'
complete -c aii -l stop-server -d 'end the model servers that were kept for the next call'
complete -c aii -l version -d 'print the version'
complete -c aii -s h -l help -d 'print this help'
