# Sourced by the scripts beside it: runs named steps, then prints the outcome and duration of each.
passed=0
failed=0
times=()

# step NAME COMMAND...
step() {
  local name=$1 began=$SECONDS outcome=passed
  shift
  printf '\n== %s\n' "$name"
  if "$@"; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    outcome=FAILED
    printf '== %s failed\n' "$name"
  fi
  times+=("$(printf '%6d s  %-6s  %s' $((SECONDS - began)) "$outcome" "$name")")
}

print_times() {
  printf '\n== time of each step\n'
  printf '%s\n' "${times[@]}" "$(printf '%6d s  in all' "$SECONDS")"
}
