// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.result;

import io.graphember.client.api.Json;
import io.graphember.client.api.Publication;
import io.graphember.jobs.NodeError;
import io.graphember.jobs.entry.CatalogEntries;
import io.graphember.spi.error.GraphemberException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * What was current of each job before: entries {@code replaced/GRAPH/JOB} of the catalog. A run of
 * a job makes its results current in steps; what was current before the first of them stays, so
 * that all of it can be put back at once. Steps are taken within a transaction, each locks what is
 * current before it. Safe for use by several threads and nodes.
 */
public final class PreviousEntries {
  private static final String PREVIOUS = "replaced/";

  private final CatalogEntries entries;
  private final ResultEntries results;

  /** Entries of a catalog. */
  public PreviousEntries(CatalogEntries entries, ResultEntries results) {
    this.entries = entries;
    this.results = results;
  }

  private static String path(ResultName name) {
    return PREVIOUS + name;
  }

  /** What was current before; empty if nothing is known of it. */
  public Optional<PreviousResults> of(ResultName name) {
    return entries.read(path(name), PreviousEntries::parse);
  }

  private static PreviousResults parse(String path, String text) {
    final PreviousResults previous = Json.read(text, PreviousResults.class);
    previous
        .publications()
        .forEach(
            (kind, some) ->
                ResultEntries.requireWhole(ResultName.of(path.substring(PREVIOUS.length())), some));
    return previous;
  }

  /**
   * Looks after what is current now, before a run makes something else current: at the first step
   * of the run it becomes the previous, and what was that goes.
   *
   * @param caches hears of the caches that nothing points to any more
   * @param keys hears of the keys of models that nothing points to any more
   * @return what stays, whatever becomes current
   */
  public Optional<PreviousResults> beforeStep(
      ResultName name, PublishingRun run, Consumer<String> caches, Consumer<String> keys) {
    final PreviousResults now = current(name, run.job()); // locks what is current first
    final Optional<PreviousResults> before = of(name);
    if (!run.keepsPrevious()) {
      before.ifPresent(gone -> retire(gone, now, caches, keys));
      entries.remove(path(name));
      return Optional.empty();
    }
    if (before.filter(kept -> kept.run() == run.job()).isPresent()) {
      return before;
    }
    before.ifPresent(gone -> retire(gone, now, caches, keys));
    entries.put(path(name), Json.write(now));
    return Optional.of(now);
  }

  private PreviousResults current(ResultName name, long run) {
    return new PreviousResults(
        run, results.model(name.graph(), name.job()).orElse(null), results.byKind(name));
  }

  private static void retire(
      PreviousResults gone,
      PreviousResults staying,
      Consumer<String> caches,
      Consumer<String> keys) {
    final Set<String> stay = staying.caches().collect(Collectors.toSet());
    gone.caches().filter(cache -> !stay.contains(cache)).forEach(caches);
    gone.keys().filter(key -> staying.keys().noneMatch(key::equals)).forEach(keys);
  }

  /**
   * Makes what was current before the current again, and the other way round.
   *
   * @param now in ms since 1970
   * @return what is current from now on
   * @throws GraphemberException with code {@link NodeError#RESTORE_REFUSED} if nothing is kept
   */
  public JobResults swap(ResultName name, long now) {
    final PreviousResults replaced = current(name, 0);
    final PreviousResults again =
        of(name).filter(kept -> !kept.nothing()).orElseThrow(() -> nothing(name));
    final Optional<ModelPointer> model =
        Optional.ofNullable(again.model()).map(pointer -> pointer.createdAt(now));
    final Map<String, List<Publication>> published = new TreeMap<>();
    again
        .publications()
        .forEach(
            (kind, some) ->
                published.put(kind, some.stream().map(one -> one.createdAt(now)).toList()));
    put(ResultEntries.modelPath(name.graph(), name.job()), model.map(Json::write));
    entries.put(path(name), Json.write(replaced));
    final Set<String> kinds = new TreeSet<>(published.keySet());
    kinds.addAll(replaced.publications().keySet());
    for (String kind : kinds) {
      put(
          ResultEntries.publicationPath(name.graph(), name.job(), kind),
          Optional.ofNullable(published.get(kind)).map(Json::write));
    }
    return new JobResults(name, published.values().stream().flatMap(List::stream).toList(), model);
  }

  private void put(String path, Optional<String> text) {
    text.ifPresentOrElse(some -> entries.put(path, some), () -> entries.remove(path));
  }

  private static GraphemberException nothing(ResultName name) {
    return new GraphemberException(
        NodeError.RESTORE_REFUSED,
        "Job %s has no previous results of graph %s: they are kept from its second run on, unless publish.keepPrevious is false or its model was dropped."
            .formatted(name.job(), name.graph()));
  }

  /** Forgets what was current before, which goes. */
  public void drop(ResultName name, Consumer<String> caches, Consumer<String> keys) {
    final PreviousResults staying = current(name, 0);
    of(name).ifPresent(gone -> retire(gone, staying, caches, keys));
    entries.remove(path(name));
  }

  /** What was current before of all jobs, by name of graph and job. */
  public Map<ResultName, PreviousResults> all() {
    final Map<ResultName, PreviousResults> all = new HashMap<>();
    entries
        .below(PREVIOUS, PreviousEntries::parse)
        .forEach(
            (path, previous) ->
                all.put(ResultName.of(path.substring(PREVIOUS.length())), previous));
    return all;
  }
}
