# What would bash offer for these words? The last one is being typed.
#     complete.sh SCRIPT tqc --emit = la
# shellcheck disable=SC1090
source "$1"
shift
COMP_WORDS=("$@")
[[ ${!#} != = ]] || COMP_WORDS+=("")
COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
"_${1//-/_}"
printf '%s\n' "${COMPREPLY[@]}"
