// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.client.GraphemberClient;
import io.graphember.client.JobHandle;
import io.graphember.client.api.GraphInfo;
import io.graphember.client.api.JobResult;
import io.graphember.client.api.Publication;
import io.graphember.config.SettingsDocument;
import io.graphember.schema.KeyKind;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.GraphemberException;
import io.graphember.training.TrainingError;
import io.graphember.training.job.JobSettings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.UUID;
import org.apache.ignite.cache.CachePeekMode;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What comes in by importers, seen from a client. */
class ImportTest {
  private static final int PEOPLE = 60;

  private static TestCluster cluster;
  private static GraphemberClient client;

  @TempDir Path folder;

  @BeforeAll
  static void start() {
    cluster = TestCluster.start(2);
    client = GraphemberClient.connect(cluster.address(0));
  }

  @AfterAll
  static void stop() {
    client.close();
    cluster.close();
  }

  private static UUID person(int number) {
    return new UUID(0x1234_5678_9ABC_4DEFL, number * 7919L);
  }

  private JobSettings people() throws IOException {
    StringBuilder vertices = new StringBuilder("id,side,left,right\n");
    StringBuilder edges = new StringBuilder("a,b\n");
    for (int i = 0; i < PEOPLE; i++) {
      int side = i % 2;
      vertices.append(person(i)).append(side == 0 ? ",left," : ",right,");
      vertices.append(1 - side).append(',').append(side).append('\n');
      edges.append(person(i)).append(',').append(person((i + 2) % PEOPLE)).append('\n');
    }
    Files.writeString(folder.resolve("people.csv"), vertices);
    Files.writeString(folder.resolve("knows.csv"), edges);
    return Jobs.parse(
        """
        name: sides
        source:
          type: csv
          data: somewhere
          keys: uuid
          vertices: {file: people.csv, key: id, label: side, features: [left, right]}
          edges: {file: knows.csv}
        graph: {name: people, partitions: 4, symmetrize: true}
        model: {hidden: 8, inputDropout: 0, hiddenDropout: 0}
        training: {epochs: 10, baseline: false}
        task: {split: {train: 0.5, valid: 0.2, test: 0.3}}
        """,
        "source.data=" + folder);
  }

  @Test
  void uuidsComeOutAsTheyWentIn() throws IOException {
    JobSettings job = people();
    GraphInfo graph = Jobs.load(client, job);
    assertThat(graph.vertexTypes()).hasSize(1);
    assertThat(graph.vertexTypes().get(0).keys()).isEqualTo(KeyKind.UUID);
    assertThat(graph.stringKeys()).isFalse();
    JobHandle handle = client.submit(SettingsDocument.toJson(job.withoutSource()));
    JobResult result = handle.await(state -> {}, Cancellation.NEVER);
    Publication publication = result.publications().get("predictions");
    assertThat(publication.keys()).isEqualTo(KeyKind.UUID);
    for (int i = 0; i < PEOPLE; i++) {
      assertThat(client.predictions("people", "sides").get(person(i)).label())
          .isEqualTo(i % 2 == 0 ? "left" : "right");
      assertThat(client.embeddings("people", "sides").get(person(i))).hasSize(8);
    }
    assertThat(client.predictions("people", "sides").get(new UUID(1, 1))).isNull();
    assertThat(cluster.node(0).cache(publication.cache()).size(CachePeekMode.PRIMARY))
        .isEqualTo(PEOPLE);
  }

  /** From an array of the archive to predictions, the report, and the files of an export. */
  @Test
  void namesOfClassesStay() throws IOException {
    Map<String, byte[]> arrays = Npy.matrices();
    arrays.put(
        "class_names",
        Npy.array("|S4", "(6,)", "aaaabbbbccccbio\0....phys".getBytes(StandardCharsets.US_ASCII)));
    Files.write(folder.resolve("a.npz"), Npy.archive(arrays));
    Path job =
        Files.writeString(
            folder.resolve("job.yaml"),
            """
            name: named
            source: {type: npz, data: ., file: a.npz}
            graph: {name: named, partitions: 2}
            model: {hidden: 4}
            training: {epochs: 1, baseline: false}
            task: {split: {train: 0.5, valid: 0, test: 0.5}}
            """);
    String report = folder.resolve("report.json").toString();
    String out = folder.resolve("out").toString();
    CommandRun.succeeds(
        "train",
        job.toString(),
        "--connect",
        cluster.address(0),
        "--json",
        report,
        "--export",
        out,
        "--format",
        "npy");
    assertThat(client.predictions("named", "named").get(0L).label()).isIn("phys", "bio");
    assertThat(Files.readString(Path.of(report)))
        .containsPattern("\"classNames\" : \\[ \"bio\", \"phys\" ]");
    assertThat(Files.readString(Path.of(out, "predictions-classes.json")))
        .isEqualToIgnoringWhitespace("[\"bio\", \"phys\"]");
  }

  @Test
  void aGraphWithSeveralVertexTypesLoadsAndIsNotTrainedOn() throws IOException {
    Files.writeString(folder.resolve("a.csv"), "id,label,x\n1,p,0.5\n2,q,1\n");
    Files.writeString(folder.resolve("b.csv"), "id\none\n2\n");
    Files.writeString(folder.resolve("ab.csv"), "a,b\n1,one\n2,one\n1,2\n");
    JobSettings job =
        Jobs.parse(
            """
            name: typed-job
            source:
              type: csv
              data: somewhere
              vertexTypes:
                - {name: author, file: a.csv, label: label, features: [x]}
                - {name: paper, file: b.csv, keys: string}
              edgeTypes:
                - {name: writes, from: author, to: paper, file: ab.csv}
            graph: {name: typed, partitions: 3, symmetrize: true}
            """,
            "source.data=" + folder);
    GraphInfo graph = Jobs.load(client, job);
    assertThat(graph.vertices()).isEqualTo(4);
    assertThat(graph.edges()).isEqualTo(6);
    assertThat(graph.vertexTypes())
        .extracting(type -> type.name() + " " + type.count() + " " + type.keys())
        .containsExactly("author 2 INT64", "paper 2 STRING");
    assertThat(graph.vertexTypes().get(0).classNames()).containsExactly("p", "q");
    assertThat(graph.edgeTypes())
        .containsExactly(
            new GraphInfo.Edges("writes", "author", "paper", 3, false, false, 0),
            new GraphInfo.Edges("writes_reverse", "paper", "author", 3, false, false, 0));
    assertThat(graph.inDegrees()).containsExactly(0L, 2L, 2L);
    JobHandle handle = client.submit(SettingsDocument.toJson(job.withoutSource()));
    assertThatThrownBy(() -> handle.await(state -> {}, Cancellation.NEVER))
        .isInstanceOfSatisfying(
            GraphemberException.class,
            e -> assertThat(e.code()).isEqualTo(TrainingError.TASK_UNFIT.name()))
        .hasMessage(
            "Graph typed has the vertex types author, paper: model graphsage needs a graph with one, rgcn and hgt tell types apart.");
  }
}
