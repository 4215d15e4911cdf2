# Read by the scripts in bin, which set "script" to their own path without links: finds the tree and Java, and says what every JVM of ours needs.
#
# Sets:     home, java, version (of Java), ignite (class path of Ignite and of jars in libs), backends (class path), chosen (1 if one was switched on), options
# Exports:  how an engine's threads wait and how it keeps freed memory, which can only be said from outside the JVM

fail() {
  echo "error $1: $2" >&2
  exit 3
}

home="$(dirname "$(dirname "$script")")"

if [ -n "${JAVA_HOME:-}" ]; then
  java="$JAVA_HOME/bin/java"
  [ -x "$java" ] || fail JAVA_MISSING "JAVA_HOME = $JAVA_HOME: there is no bin/java; name a JDK 17 or later."
else
  java="$(command -v java || true)"
  [ -n "$java" ] || fail JAVA_MISSING "there is no java on the PATH; install a JDK 17 or later, or set JAVA_HOME."
fi
version="$("$java" -version 2>&1 | sed -n 's/.* version "\([0-9]*\).*/\1/p' | head -n 1)"
[ "${version:-0}" -ge 17 ] || fail JAVA_TOO_OLD "$java is Java ${version:-of an unknown version}; 17 or later is needed."

# Ignite of the home this tree was unpacked over, else the one we bring; and jars that somebody put into libs, with models of his own.
ignite="$home/libs/*"
if ! compgen -G "$home/libs/ignite-core-*.jar" >/dev/null; then
  ignite="$ignite:$home/libs/optional/graphember-ignite/*"
fi

# The backends that are switched on; while there is none, those we bring.
backends=""
chosen=0
for folder in "$home"/libs/graphember-backend-*; do
  [ -d "$folder" ] || continue
  backends="$backends:$folder/*"
  chosen=1
done
if [ "$chosen" = 0 ]; then
  for folder in "$home"/libs/optional/graphember-backend-*; do
    [ ! -d "$folder" ] || backends="$backends:$folder/*"
  done
fi

options=(
  "@$home/config/graphember/jvm-opens.txt"
  -Djava.net.preferIPv4Stack=true
  -Djava.awt.headless=true
  -DIGNITE_QUIET=true
  -DIGNITE_NO_ASCII=true
  -DIGNITE_UPDATE_NOTIFIER=false
  -DIGNITE_PERFORMANCE_SUGGESTIONS_DISABLED=true
)
# Graphs and batches are read at random: pages of 2 MiB make that a quarter faster, in the heap and beside it (Linux, where they
# are not switched off; beside the heap with glibc 2.35 and later).
huge_pages=/sys/kernel/mm/transparent_hugepage/enabled
if [ -r "$huge_pages" ] && ! grep -qF '[never]' "$huge_pages"; then
  options+=(-XX:+UseTransparentHugePages)
  export GLIBC_TUNABLES="${GLIBC_TUNABLES:-glibc.malloc.hugetlb=1}"
fi
[ "$version" -lt 22 ] || options+=(--enable-native-access=ALL-UNNAMED)
[ "$version" -lt 23 ] || options+=(--sun-misc-unsafe-memory-access=allow)

export OMP_WAIT_POLICY="${OMP_WAIT_POLICY:-PASSIVE}"
export TF_CPP_MIN_LOG_LEVEL="${TF_CPP_MIN_LOG_LEVEL:-2}"
export ORT_DISABLE_TELEMETRY=1
export MALLOC_MMAP_MAX_="${MALLOC_MMAP_MAX_:-0}"
export MALLOC_TRIM_THRESHOLD_="${MALLOC_TRIM_THRESHOLD_:-1000000000000}"
export MALLOC_TOP_PAD_="${MALLOC_TOP_PAD_:-67108864}"
