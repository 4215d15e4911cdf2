// SPDX-License-Identifier: Apache-2.0
package io.graphember.tgar.plan;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Which rows are kept for the way back, and which are computed again. Levels are cut into segments;
 * what one segment hands to later ones is kept, and so is all of the last one. Before the way back
 * enters another segment, that computes again what it will look at.
 */
final class Recomputation {
  /** Columns of a vertex that take as much room as one of its edges. */
  private static final int EDGES_OF_VERTEX = 8;

  private final Looks looks;
  private final List<Integer> cuts; // last level of each segment but the last one
  private final boolean[] kept;
  private final List<Set<Value>> again = new ArrayList<>(); // of each cut
  private final List<Set<Value>> present = new ArrayList<>(); // when it computes these
  private final int[] firstBack;

  /** Segments that end with these even levels, in ascending order; without any, all is kept. */
  private Recomputation(Looks looks, List<Integer> cuts) {
    this.looks = looks;
    this.cuts = cuts;
    kept = new boolean[looks.values().size()];
    firstBack = looks.values().stream().mapToInt(looks::firstBack).toArray();
    final int last = cuts.isEmpty() ? -1 : cuts.get(cuts.size() - 1);
    for (Value value : looks.values()) {
      kept[value.number()] =
          looks.changes(value)
              && (value.level() > last || cuts.stream().anyMatch(cut -> handedOn(value, cut)));
    }
    Set<Value> there = new HashSet<>();
    for (int i = cuts.size() - 1; i >= 0; i--) {
      present.add(0, Set.copyOf(there));
      again.add(0, again(i, there));
      for (Value value : again.get(0)) {
        if (looks.firstBack(value) <= begin(i)) {
          there.add(value);
        }
      }
    }
  }

  /** Everything is kept. */
  static Recomputation none(Looks looks) {
    return new Recomputation(looks, List.of());
  }

  /** As many segments as take least memory; a function of the model alone. */
  static Recomputation leastMemory(Looks looks) {
    int[] places =
        IntStream.range(1, looks.levels() - 1)
            .filter(level -> level % 2 == 0)
            .filter(level -> looks.values().stream().noneMatch(v -> ofEdges(looks, v, level)))
            .toArray();
    return IntStream.rangeClosed(0, places.length)
        .mapToObj(
            count ->
                IntStream.rangeClosed(1, count)
                    .mapToObj(i -> places[i * (places.length + 1) / (count + 1) - 1])
                    .toList())
        .map(chosen -> new Recomputation(looks, chosen))
        .min(Comparator.comparingLong(Recomputation::columns))
        .orElseThrow();
  }

  private static boolean ofEdges(Looks looks, Value value, int cut) {
    return value.place() == Place.EDGE && crosses(looks, value, cut);
  }

  private static boolean crosses(Looks looks, Value value, int cut) {
    return looks.changes(value) && value.level() <= cut && looks.lastUse(value) > cut;
  }

  /** Levels behind a cut look at it, and it is not easily made of what is handed on anyway. */
  private boolean handedOn(Value value, int cut) {
    return crosses(looks, value, cut) && !easilyMade(value, cut);
  }

  private boolean easilyMade(Value value, int cut) {
    return value.level() == cut
        && value.kind().light()
        && looks.lastBack(value) <= cut
        && value.operands().stream()
            .map(looks.values()::get)
            .allMatch(
                of ->
                    of.ofRows()
                        || of.fixed() && looks.stored(of)
                        || crosses(looks, of, cut)
                        || easilyMade(of, cut));
  }

  private int begin(int segment) {
    return segment == 0 ? -1 : cuts.get(segment - 1);
  }

  /** What the way back through a segment looks at, and what that is made of. */
  private Set<Value> again(int segment, Set<Value> there) {
    Set<Value> made = new HashSet<>();
    Deque<Value> open = new ArrayDeque<>();
    for (int level = cuts.get(segment); level > begin(segment); level--) {
      open.addAll(looks.loadedBack(level));
    }
    while (!open.isEmpty()) {
      Value value = open.pop();
      if (!looks.changes(value)) {
        continue;
      }
      if (kept[value.number()]) {
        firstBack[value.number()] = Math.min(firstBack[value.number()], cuts.get(segment));
      } else if (!there.contains(value) && made.add(value)) {
        Work work = work(value.level(), Set.of(value), there);
        work.values().stream().filter(work::loads).forEach(open::add);
        if (value.kind().alongLists()) {
          open.add(looks.values().get(value.first()));
        }
      }
    }
    return made;
  }

  private Work work(int level, Set<Value> made, Set<Value> there) {
    List<Value> inOrder = looks.on(level).stream().filter(made::contains).toList();
    return looks.work(
        inOrder,
        value ->
            looks.stored(value)
                && (value.kind() == Kind.INPUT
                    || value.level() < level
                    || value.place() != Place.ONE && isThere(value, there)),
        inOrder);
  }

  private boolean isThere(Value value, Set<Value> there) {
    return value.fixed() || kept[value.number()] || there.contains(value);
  }

  /** Columns that are kept and of the segment that has most; rows of edges count several times. */
  private long columns() {
    final int last = cuts.isEmpty() ? -1 : cuts.get(cuts.size() - 1);
    long handed = 0;
    long ofLast = 0;
    for (Value value : looks.values()) {
      if (kept[value.number()] && firstBack(value) < looks.levels()) {
        if (value.level() > last) {
          ofLast += columns(value);
        } else {
          handed += columns(value);
        }
      }
    }
    long most = ofLast;
    for (Set<Value> segment : again) {
      most = Math.max(most, segment.stream().mapToLong(Recomputation::columns).sum());
    }
    return handed + most;
  }

  private static long columns(Value value) {
    return (value.place() == Place.EDGE ? EDGES_OF_VERTEX : 1L) * value.columns();
  }

  /** True if the rows stay from the way forward on, where anything looks at them back. */
  boolean kept(Value value) {
    return kept[value.number()];
  }

  /** Lowest level that looks at a value on the way back, or above which it is used again. */
  int firstBack(Value value) {
    return firstBack[value.number()];
  }

  /** What levels compute again before the way back enters a level, in ascending order. */
  List<Again> before(int level) {
    final int segment = cuts.indexOf(level);
    if (segment < 0) {
      return List.of();
    }
    Set<Value> made = again.get(segment);
    final int[] on = made.stream().mapToInt(Value::level).distinct().sorted().toArray();
    Work[] works = new Work[on.length];
    Arrays.setAll(works, i -> work(on[i], made, present.get(segment)));
    List<Again> all = new ArrayList<>();
    for (int i = 0; i < on.length; i++) {
      all.add(new Again(on[i], works[i], done(i, works, made)));
    }
    return all;
  }

  /** What only the levels up to one look at, which are computed again. */
  private List<Value> done(int i, Work[] works, Set<Value> made) {
    return made.stream()
        .filter(value -> looks.firstBack(value) == Looks.NEVER)
        .filter(value -> lastWork(value, works) == i)
        .sorted(Comparator.comparingInt(Value::number))
        .toList();
  }

  private int lastWork(Value value, Work[] works) {
    int last = 0;
    for (int i = 0; i < works.length; i++) {
      final boolean read =
          works[i].values().contains(value)
              || works[i].made().stream()
                  .anyMatch(user -> user.operands().contains(value.number()));
      last = read ? i : last;
    }
    return last;
  }
}
