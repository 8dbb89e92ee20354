# An X server without a screen, for a script that sources this after `set -euo pipefail`. Needs xvfb.
#
# Makes `folder`, an empty folder, and removes it at the end. The script sets `terminal` to the process to stop then.
folder=$(mktemp -d)
server=
terminal=
cleanup() {
  [ -z "$terminal" ] || kill "$terminal" 2> /dev/null || true
  [ -z "$server" ] || kill "$server" 2> /dev/null || true
  rm -rf "$folder"
}
trap cleanup EXIT
# Mesa's software OpenGL, for kitty.
export LIBGL_ALWAYS_SOFTWARE=1 GALLIUM_DRIVER=softpipe LC_ALL=C.UTF-8
unset NO_COLOR TMUX STY WAYLAND_DISPLAY

# Starts the server: start WIDTH HEIGHT, in pixels.
start() {
  exec 3> "$folder/number"
  exec 4< "$folder/number"
  Xvfb -displayfd 3 -screen 0 "$1x$2x24" 2> /dev/null &
  server=$!
  local display
  for _ in $(seq 50); do
    read -r display <&4 && break
    sleep 0.1
  done
  export DISPLAY=:$display
}
