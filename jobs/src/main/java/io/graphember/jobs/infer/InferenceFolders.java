// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.infer;

import io.graphember.inference.InferenceError;
import io.graphember.inference.layerwise.StorageSettings;
import io.graphember.inference.slice.Slice;
import io.graphember.inference.zarr.ZarrArray;
import io.graphember.jobs.catalog.JobCatalog;
import io.graphember.jobs.cluster.Cluster;
import io.graphember.jobs.live.LiveJob;
import io.graphember.spi.error.GraphemberException;
import io.graphember.training.job.InferenceSettings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.zip.CRC32C;

/**
 * Folders for rows between layers; no path comes from a client.
 *
 * <p>Each node has its own, {@code NODE/GRAPH/JOB}. One that a job leaves when it fails is where
 * the same job goes on; a job that is done leaves none. If all nodes see a folder, the rows that
 * are to outlive a node lie there, {@code GRAPH/JOB.ID}, and its own has what is read again and
 * again. What a job has left there is deleted by the next one of its name.
 *
 * <p>Safe for use by several threads.
 */
public final class InferenceFolders {
  private final Path ofNodes;
  private final Optional<Path> shared;
  private final Cluster cluster;
  private final JobCatalog jobs;
  private final Set<Path> used = ConcurrentHashMap.newKeySet();

  /**
   * No folder is used.
   *
   * @param ofNodes a folder of this machine, which several nodes may share
   * @param shared a folder that all nodes see; empty for none
   * @param cluster says what this node is called, when it has joined
   * @param jobs says which jobs have ended
   */
  public InferenceFolders(Path ofNodes, Optional<Path> shared, Cluster cluster, JobCatalog jobs) {
    this.ofNodes = ofNodes;
    this.shared = shared;
    this.cluster = cluster;
    this.jobs = jobs;
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
    final Path own = take(job);
    return new Folder(
        Optional.of(
            StorageSettings.of(
                shared.map(folder -> ofAll(folder, job)).orElse(own),
                own,
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
            InferenceFolders.delete(settings.folder());
            InferenceFolders.delete(settings.caches());
          });
    }

    /** Lets others use it; what is stored stays. */
    @Override
    public void close() {
      storage.ifPresent(settings -> used.remove(settings.caches()));
    }
  }

  private static void delete(Path folder) {
    try {
      ZarrArray.delete(folder);
    } catch (IOException e) {
      throw failed("The folder %s could not be deleted: %s.".formatted(folder, e), e);
    }
  }

  private static GraphemberException failed(String message, IOException e) {
    return new GraphemberException(InferenceError.STORE_FAILED, message, e);
  }

  /** The folder of a job that all nodes see. */
  private Path ofAll(Path folder, LiveJob job) {
    final Path ofGraph = folder.resolve(job.graph().name());
    final String name = job.settings().name() + ".";
    try {
      Files.createDirectories(ofGraph);
      try (DirectoryStream<Path> left = Files.newDirectoryStream(ofGraph, name + "*")) {
        for (Path other : left) {
          final String id = other.getFileName().toString().substring(name.length());
          if (id.matches("[0-9]{1,18}") && hasEnded(Long.parseLong(id), job)) {
            delete(other);
          }
        }
      }
    } catch (IOException e) {
      throw failed("The folder %s cannot be read: %s.".formatted(ofGraph, e), e);
    }
    return ofGraph.resolve(name + job.plan().job());
  }

  private boolean hasEnded(long id, LiveJob but) {
    return id != but.plan().job()
        && jobs.find(id).map(state -> state.status().ended()).orElse(true);
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
