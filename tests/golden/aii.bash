# bash completion for aii.
_aii() {
  local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}
  local choices='' i explain=''
  COMPREPLY=()

  # Bash makes words of "=" and ":" too.
  if [[ $word == = ]]; then
    word=
  elif [[ $previous == = ]]; then
    previous=${COMP_WORDS[COMP_CWORD-2]}
  fi

  for ((i = 1; i < COMP_CWORD; i++)); do
    case ${COMP_WORDS[i]} in
      --explain) explain=yes ;;
      --)
        # A program, then whatever bash makes of its arguments.
        if [[ $explain && $i -eq $((COMP_CWORD - 1)) ]]; then
          while IFS= read -r i; do COMPREPLY+=("$i"); done \
            < <(compgen -c -- "$word")
        fi
        return
        ;;
    esac
  done

  case $previous in
    --file|-f) return ;;
    --model) choices='embedded http://127.0.0.1: unix:/ script:/' ;;
    *) [[ $word == -* ]] && choices='--exec -x --file -f --interactive -i --json -j --model --model-info -m --no-stdin -n --verbose -v --list-allowed --reset-allowed --explain --stop-server --version --help -h' ;;
  esac
  [[ $choices ]] || return
  while IFS= read -r i; do COMPREPLY+=("$i"); done \
    < <(compgen -W "$choices" -- "$word")
  # The start of a SPEC is not yet a word.
  if [[ ${COMPREPLY[0]} == *[:/] ]]; then compopt -o nospace 2>/dev/null; fi
}
complete -o default -F _aii aii
