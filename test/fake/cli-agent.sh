# Plays a coding agent's program:  sh cli-agent.sh FOLDER ARGUMENTS…
# In the folder: `events`, a real event stream of that agent; `exit`, the code it ends with; and maybe `script`, a shell script ($1 the
# prompt's file, $2 the worktree, ARGS the arguments, STDIN what was given on stdin), whose output is put in place of the stream's last words.
folder=$1
shift
STDIN=$(cat)
ARGS="$*"
export ARGS STDIN
if [ -e "$folder/script" ]; then
  sh "$folder/script" "$EVOLVE_PROMPT_FILE" "$EVOLVE_WORKTREE" >"$TMPDIR/said" </dev/null
  code=$?
  printf 'Warming up…\n{"type":"something.new","of":{"the":"future"}}\n[]\n{"half":\n'
  [ "$code" = 0 ] || exit "$code"
  SAID=$(sed -e 's/\\/\\\\/g' -e 's/"/\\"/g' "$TMPDIR/said" | awk '{ printf "%s\\n", $0 }')
  export SAID
  awk -v words='Raised all three' '{
    rest = $0; out = ""
    while ((at = index(rest, words)) > 0) { out = out substr(rest, 1, at - 1) ENVIRON["SAID"]; rest = substr(rest, at + length(words)) }
    print out rest
  }' "$folder/events"
else
  cat "$folder/events"
fi
exit "$(cat "$folder/exit")"
