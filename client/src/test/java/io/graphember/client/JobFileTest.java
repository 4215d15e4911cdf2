// SPDX-License-Identifier: Apache-2.0
package io.graphember.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.schema.source.ReadProgress;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.GraphemberException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JobFileTest {
  private static final String TEXT =
      """
      name: cora
      source: {type: ogb, data: data/cora}
      graph: {name: cora}
      """;

  private static JobFile parse(Path data, String... assignments) {
    return JobFile.parse("job.yaml", TEXT, Path.of("/jobs"), data, List.of(assignments));
  }

  @Test
  void leavesTheFolderOfTheFileToTheFile() {
    JobFile job = parse(null);
    assertThat(job.settings().source().data()).isEqualTo("data/cora");
    assertThat(job.base()).isEqualTo(Path.of("/jobs"));
  }

  @Test
  void takesTheOptionsFolderAsSeenFromHere() {
    assertThat(parse(Path.of("my: \"data\"/#1")).settings().source().data())
        .isEqualTo(Path.of("my: \"data\"/#1").toAbsolutePath().toString());
  }

  @Test
  void changesSettings() {
    JobFile job = parse(null, "training.epochs=7", "training.fanouts=[5, all]", "seed=3");
    assertThat(job.settings().train().training().epochs()).isEqualTo(7);
    assertThat(job.settings().train().training().fanouts()).containsExactly("5", "all");
    assertThat(job.settings().seed()).isEqualTo(3);
  }

  /** So that the nodes know what they cut the graph for. */
  @ParameterizedTest
  @CsvSource({
    "mini-batch,mini-batch",
    "global-batch,global-batch",
    "cluster-batch,cluster-batch",
    "saint-walk,subgraphs"
  })
  void tellsPartitionerAutoTheStrategyOfTheJob(String batch, String strategy) {
    assertThat(
            parse(null, "graph.partitioner=auto", "training.batch={type: " + batch + "}")
                .settings()
                .graph()
                .partitionerOptions())
        .containsExactly(Map.entry("strategy", strategy));
    assertThat(
            parse(
                    null,
                    "graph.partitioner=auto",
                    "graph.partitionerOptions.strategy=none",
                    "training.batch={type: " + batch + "}")
                .settings()
                .graph()
                .partitionerOptions())
        .containsExactly(Map.entry("strategy", "none"));
    assertThat(parse(null).settings().graph().partitionerOptions()).isEmpty();
    assertThat(
            JobFile.parse(
                    "{name: e, job: embed, graph: {name: g, partitioner: auto}}", Path.of("/jobs"))
                .settings()
                .graph()
                .partitionerOptions())
        .containsExactly(Map.entry("strategy", "embedding"));
  }

  @Test
  void refusesDataForAGraphThatIsGenerated() {
    assertThatThrownBy(() -> parse(Path.of("data"), "source.type=block-model"))
        .hasMessageContaining("source.data");
  }

  private static JobFile csv(Path folder, String... assignments) throws IOException {
    Files.writeString(folder.resolve("v.csv"), "id,class,part\n1,a,train\n");
    Files.writeString(folder.resolve("e.csv"), "src,dst\n");
    return JobFile.parse(
        "job.yaml",
        """
        name: a
        source: {type: csv, vertices: {file: v.csv, label: class}, edges: {file: e.csv}}
        graph: {name: g}
        """,
        folder,
        folder,
        List.of(assignments));
  }

  /** Before the first piece is read, let alone sent. */
  @Test
  void refusesToOpenASourceWithoutTheSplitThatTheJobNeeds(@TempDir Path folder) throws IOException {
    JobFile job = csv(folder);
    assertThatThrownBy(() -> OpenJob.open(job, ReadProgress.NONE, Cancellation.NEVER))
        .isInstanceOfSatisfying(
            GraphemberException.class, e -> assertThat(e.code()).isEqualTo("TASK_UNFIT"))
        .hasMessage(
            "task.split: missing, and the source of graph g puts no vertex into a train split:"
                + " name a column or files of splits there, or have them drawn, for example by"
                + " task.split: {train: 0.6, valid: 0.2, test: 0.2}.");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "source.vertices.split=part",
        "source.split.train=v.csv",
        "task.split={train: 1, valid: 0, test: 0}",
        "task={type: links}",
        "task={type: unsupervised}",
        "job=embed",
        "job=embed"
      })
  void opensASourceWhoseSplitsAreThereOrNotNeeded(String setting, @TempDir Path folder)
      throws IOException {
    OpenJob.open(csv(folder, setting), ReadProgress.NONE, Cancellation.NEVER).close();
  }

  @Test
  void splitFilesWithoutTrainAreNone(@TempDir Path folder) throws IOException {
    JobFile job = csv(folder, "source.split.test=v.csv");
    assertThatThrownBy(() -> OpenJob.open(job, ReadProgress.NONE, Cancellation.NEVER))
        .hasMessageStartingWith("task.split: missing");
  }
}
