// SPDX-License-Identifier: Apache-2.0
package io.graphember.client;

import io.graphember.client.api.Json;
import io.graphember.client.api.load.TablesRequest;
import io.graphember.config.SettingsDocument;
import io.graphember.formats.csv.AssignedSource;
import io.graphember.graph.settings.GraphSettings;
import io.graphember.inference.exchange.ImportedSlices;
import io.graphember.schema.FeatureEncoding;
import io.graphember.schema.source.AssignmentFiles;
import io.graphember.schema.source.GraphSource;
import io.graphember.schema.source.ImportContext;
import io.graphember.schema.source.ReadProgress;
import io.graphember.schema.source.Tables;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.GraphemberException;
import io.graphember.training.TrainingError;
import io.graphember.training.job.EmbedJob;
import io.graphember.training.job.InferJob;
import io.graphember.training.job.InferenceSettings;
import io.graphember.training.job.Job;
import io.graphember.training.job.JobSettings;
import io.graphember.training.job.TrainJob;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A job file, checked: what {@link GraphemberClient#run} runs.
 *
 * @param settings the job
 * @param base folder that relative paths of the job are seen from
 */
public record JobFile(JobSettings settings, Path base) {
  private static final String STRATEGY = "strategy"; // option of partitioner auto
  private static final Set<String> NAMED_STRATEGIES =
      Set.of("mini-batch", "global-batch", "cluster-batch");

  /**
   * Reads a file.
   *
   * @throws GraphemberException with all problems at once
   */
  public static JobFile read(Path file) {
    return read(file, null, List.of());
  }

  /**
   * Reads a file and changes settings of it.
   *
   * @param data data folder instead of the file's own, seen from where the program runs; or null
   * @param assignments settings to change, each {@code path=value}
   * @throws GraphemberException with all problems at once
   */
  public static JobFile read(Path file, @Nullable Path data, List<String> assignments) {
    Path folder = file.toAbsolutePath().normalize().resolveSibling("");
    return of(SettingsDocument.read(file), folder, data, assignments);
  }

  /**
   * A job that is text, JSON or YAML.
   *
   * @param base folder that relative paths of the job are seen from
   * @throws GraphemberException with all problems at once
   */
  public static JobFile parse(String text, Path base) {
    return parse("job", text, base, null, List.of());
  }

  /**
   * The same with changes.
   *
   * @param name what messages call the text
   * @param data data folder instead of the text's own, seen from where the program runs; or null
   * @param assignments settings to change, each {@code path=value}
   */
  public static JobFile parse(
      String name, String text, Path base, @Nullable Path data, List<String> assignments) {
    return of(SettingsDocument.parse(name, text), base, data, assignments);
  }

  private static JobFile of(
      SettingsDocument document, Path base, @Nullable Path data, List<String> assignments) {
    SettingsDocument changed = document;
    if (data != null) {
      String path = data.toAbsolutePath().normalize().toString();
      changed = changed.set("source.data=" + Json.write(path));
    }
    for (String assignment : assignments) {
      changed = changed.set(assignment);
    }
    final JobSettings bound = changed.bind(JobSettings.class);
    final GraphSettings graph = bound.graph();
    if (!graph.partitioner().equals(GraphSettings.AUTO)
        || graph.partitionerOptions().containsKey(STRATEGY)) {
      return new JobFile(bound, base);
    }
    return new JobFile(
        changed
            .set("graph.partitionerOptions.%s=%s".formatted(STRATEGY, strategy(bound.job())))
            .bind(JobSettings.class),
        base);
  }

  /** What partitioner {@code auto} calls the strategy of a job. */
  private static String strategy(Job job) {
    if (job instanceof EmbedJob) {
      return "embedding";
    }
    if (!(job instanceof TrainJob train)) {
      return "none";
    }
    final String name = train.training().batch().name();
    return NAMED_STRATEGIES.contains(name) ? name : "subgraphs";
  }

  /** Folder that the files of the data are in. */
  public Path dataFolder() {
    String data = settings.source() == null ? null : settings.source().data();
    return data == null ? base : base.resolve(data);
  }

  /**
   * True if nodes read the source, where its rows are. A client reads it by itself if it needs the
   * edges that are held out, to judge embeddings by them, or has the cut of another tool in files.
   */
  boolean readByNodes() {
    return settings.source() != null
        && !settings.source().outsideCluster()
        && !assigned()
        && (settings.job().heldOut() == 0 || settings.job().evaluation().isEmpty());
  }

  /** The source as nodes read it. */
  TablesRequest tables() {
    return TablesRequest.of(
            SettingsDocument.toJson(settings.graph()),
            SettingsDocument.toJson((Record) settings.givenSource()))
        .withTrainSplit(settings.needsTrainSplit())
        .holdingOut(settings.job().heldOut(), settings.job().heldOutTypes(), settings.seed());
  }

  private boolean assigned() {
    final GraphSettings target = settings.graph();
    return target.partitioner().equals(AssignmentFiles.PARTITIONER) && !target.add();
  }

  /**
   * Opens what the job reads, a relative folder seen from {@link #base}; with partitioner {@code
   * file} the cut of another tool as well, whose files are looked for in the data folder.
   *
   * @param tables tables of the cluster
   * @param kept how features of the graph that is added to are encoded, by vertex type
   * @param cancellation looked at while files are read to open them
   * @throws GraphemberException if a file is missing or cannot be read, or if the job trains on a
   *     split and the source gives none
   */
  public GraphSource source(
      Tables tables,
      Map<String, FeatureEncoding> kept,
      ReadProgress progress,
      Cancellation cancellation) {
    GraphSettings target = settings.graph();
    AssignmentFiles files = assigned() ? AssignmentFiles.of(target.partitionerOptions()) : null;
    GraphSource graph =
        GraphSource.open(
            settings.givenSource(), new ImportContext(base, tables, kept, cancellation), progress);
    requireTrainSplit(graph, settings.needsTrainSplit(), target);
    return files == null ? graph : new AssignedSource(graph, files, dataFolder(), progress);
  }

  /**
   * Refuses a source that puts no vertex into a train split, and closes it.
   *
   * @param needed false to take any
   */
  public static void requireTrainSplit(GraphSource graph, boolean needed, GraphSettings target) {
    if (needed && !target.add() && !graph.givesTrainSplit()) {
      graph.close();
      throw new GraphemberException(
          TrainingError.TASK_UNFIT,
          "task.split: missing, and the source of graph %s puts no vertex into a train split: name a column or files of splits there, or have them drawn, for example by task.split: {train: 0.6, valid: 0.2, test: 0.2}."
              .formatted(target.name()));
    }
  }

  /**
   * Slices, pairs or queries that the job brings, as {@link GraphemberClient#submit} takes them.
   */
  byte[] attachment(Cancellation cancellation) {
    if (settings.job() instanceof InferJob infer) {
      final InferenceSettings inference = infer.inference();
      if (inference.edgeFile() != null) {
        return PairFile.read(
            "inference.edgeFile", base.resolve(inference.edgeFile()), cancellation);
      }
      if (inference.slices() != null) {
        return ImportedSlices.read(base.resolve(inference.slices())).encode();
      }
    }
    if (settings.job() instanceof EmbedJob embed && embed.completion().queries() != null) {
      return PairFile.read(
          "completion.queries", base.resolve(embed.completion().queries()), cancellation);
    }
    return new byte[0];
  }
}
