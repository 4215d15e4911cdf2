// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.retrain;

import io.graphember.client.api.Json;
import io.graphember.jobs.entry.CatalogEntries;
import io.graphember.jobs.result.ResultName;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * The jobs whose models are trained on: entries {@code retrain/GRAPH/JOB} of the catalog. Who
 * changes one holds its lock, so that no two nodes begin a retraining. Safe for use by several
 * threads and nodes.
 */
public final class RetrainWatches {
  private static final String RETRAIN = "retrain/";

  private final CatalogEntries entries;

  /** Entries of a catalog. */
  public RetrainWatches(CatalogEntries entries) {
    this.entries = entries;
  }

  private static String path(ResultName name) {
    return RETRAIN + name;
  }

  private static RetrainWatch parse(String path, String text) {
    final RetrainWatch watch = Json.read(text, RetrainWatch.class);
    if (!path.equals(path(new ResultName(watch.graph(), watch.job())))) {
      throw new IllegalArgumentException("it is the watch of another job");
    }
    return watch;
  }

  /** All of them, by name of graph and job. */
  public List<RetrainWatch> all() {
    return List.copyOf(entries.below(RETRAIN, RetrainWatches::parse).values());
  }

  /** The watch of a job; empty if it has none. */
  public Optional<RetrainWatch> find(ResultName name) {
    return entries.read(path(name), RetrainWatches::parse);
  }

  /** Watches a job from now on, whatever was known of it before. */
  public void begin(RetrainWatch watch) {
    entries.again(
        () -> {
          entries.put(path(new ResultName(watch.graph(), watch.job())), Json.write(watch));
          return true;
        });
  }

  /**
   * Changes a watch.
   *
   * @param change of what it is now
   * @return what it is from now on; empty if it has ended
   */
  public Optional<RetrainWatch> change(ResultName name, UnaryOperator<RetrainWatch> change) {
    return entries.again(
        () ->
            entries.atOnce(
                () -> {
                  final Optional<RetrainWatch> changed = find(name).map(change);
                  changed.ifPresent(watch -> entries.put(path(name), Json.write(watch)));
                  return changed;
                }));
  }

  /**
   * Watches the jobs of a graph no more, which is dropped; within a transaction.
   *
   * @param graph its name
   */
  public void endAll(String graph) {
    entries.below(RETRAIN + graph + "/").keySet().forEach(entries::remove);
  }

  /** The same of one job, whose results are dropped; within a transaction. */
  public void forget(ResultName name) {
    entries.remove(path(name));
  }

  /** Watches a job no more; true if it was watched. */
  public boolean end(ResultName name) {
    return entries.has(path(name)) // most jobs are not watched
        && entries.again(() -> entries.remove(path(name))).isPresent();
  }
}
