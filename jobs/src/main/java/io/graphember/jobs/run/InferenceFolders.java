// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.run;

import io.graphember.inference.InferenceError;
import io.graphember.inference.layerwise.StorageSettings;
import io.graphember.inference.slice.Slice;
import io.graphember.inference.zarr.ZarrArray;
import io.graphember.jobs.cluster.Cluster;
import io.graphember.jobs.live.LiveJob;
import io.graphember.spi.error.GraphemberException;
import io.graphember.training.job.InferenceSettings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.zip.CRC32C;

/**
 * Folders of this node for rows between layers: {@code NODE/GRAPH/JOB}; no path comes from a
 * client. One that a job leaves when it fails is where the same job goes on; a job that is done
 * leaves none. Safe for use by several threads.
 */
public final class InferenceFolders {
  private final Path ofNodes;
  private final Cluster cluster;
  private final Set<Path> used = ConcurrentHashMap.newKeySet();

  /**
   * No folder is used.
   *
   * @param ofNodes a folder of this machine, which several nodes may share
   * @param cluster says what this node is called, when it has joined
   */
  public InferenceFolders(Path ofNodes, Cluster cluster) {
    this.ofNodes = ofNodes;
    this.cluster = cluster;
  }

  /**
   * Opens the folder of a job, if it has one.
   *
   * @param outputs layers whose output is stored
   */
  Folder open(LiveJob job, InferenceContent content, List<Slice> slices, Set<Integer> outputs) {
    InferenceSettings settings = job.settings().layerwise();
    if (settings.rows() == InferenceSettings.Rows.MEMORY) {
      return new Folder(Optional.empty());
    }
    return new Folder(
        Optional.of(
            StorageSettings.of(
                take(job),
                run(job, content),
                outputs,
                slices,
                (long) settings.cacheMebibytes() << 20)));
  }

  /** A folder that one attempt at a job uses. */
  final class Folder implements AutoCloseable {
    private final Optional<StorageSettings> storage;

    private Folder(Optional<StorageSettings> storage) {
      this.storage = storage;
    }

    /** Where rows are to be; empty for memory. */
    Optional<StorageSettings> storage() {
      return storage;
    }

    /** Deletes what is stored. */
    void delete() {
      storage.ifPresent(
          settings -> {
            try {
              ZarrArray.delete(settings.folder());
            } catch (IOException e) {
              throw new GraphemberException(
                  InferenceError.STORE_FAILED,
                  "The folder %s could not be deleted: %s.".formatted(settings.folder(), e),
                  e);
            }
          });
    }

    /** Lets others use it; what is stored stays. */
    @Override
    public void close() {
      storage.ifPresent(settings -> used.remove(settings.folder()));
    }
  }

  /** The job's own folder, or another one if a job of its name uses that. */
  private Path take(LiveJob job) {
    final String node = cluster.local().name().replaceAll("[^A-Za-z0-9_-]", "_");
    Path all = ofNodes.resolve(node).resolve(job.graph().name());
    Path folder = all.resolve(job.settings().name());
    if (!used.add(folder)) {
      folder = all.resolve(job.settings().name() + "." + job.plan().job());
      used.add(folder);
    }
    return folder;
  }

  /**
   * Names what decides the rows and where they lie: graph, model, parameters, engine, order and
   * draws.
   */
  private static String run(LiveJob job, InferenceContent content) {
    CRC32C crc = new CRC32C();
    crc.update(
        job.settings()
            .ofModel()
            .spec(job.task().shape())
            .toString()
            .getBytes(StandardCharsets.UTF_8));
    content.update(crc);
    InferenceSettings settings = job.settings().layerwise();
    return "%s/%d/%08x/%s/%s/%s"
        .formatted(
            job.graph().name(),
            job.graph().version(),
            crc.getValue(),
            content.engine(),
            settings.order(),
            settings.fanout().equals("all")
                ? "all"
                : settings.fanout() + "-" + job.settings().seed());
  }
}
