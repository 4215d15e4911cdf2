// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.client.GraphemberClient;
import io.graphember.client.JobFile;
import io.graphember.client.api.GraphInfo;
import io.graphember.client.api.Prediction;
import io.graphember.config.SettingsDocument;
import io.graphember.it.docs.Pages;
import io.graphember.schema.GraphHeader;
import io.graphember.schema.KeyKind;
import io.graphember.schema.Split;
import io.graphember.schema.source.GraphSource;
import io.graphember.spi.Cancellation;
import io.graphember.training.job.JobSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the documents show works as it stands there. */
class DocSamplesTest {
  private static final Path ROOT = Path.of("..");

  @TempDir Path folder;

  @Test
  void programOfTheImportingPageRuns() throws IOException {
    assertThat(Pages.samples("docs/user/importing.md", "java").get(0))
        .contains(
            "new GraphHeader(KeyKind.STRING, 2, true)",
            ".vertex(0, \"a\", \"physics\", Split.TRAIN, 1, 0)",
            ".vertex(0, \"b\", null, null, 0, 1)",
            ".edge(\"a\", \"b\")",
            "client.load(\"{name: papers, symmetrize: true}\", papers, progress -> {}, Cancellation.NEVER)");
    GraphSource papers =
        GraphSource.of(
            new GraphHeader(KeyKind.STRING, 2, true),
            graph ->
                graph
                    .vertex(0, "a", "physics", Split.TRAIN, 1, 0)
                    .vertex(0, "b", null, null, 0, 1)
                    .edge("a", "b"));
    try (TestCluster cluster = TestCluster.start(1);
        GraphemberClient client = GraphemberClient.connect(cluster.address(0))) {
      GraphInfo loaded =
          client.load(
              "{name: papers, symmetrize: true}", papers, progress -> {}, Cancellation.NEVER);
      assertThat(loaded.vertices()).isEqualTo(2);
      assertThat(loaded.edges()).isEqualTo(2);
      assertThat(loaded.classNames()).containsExactly("physics");
    }
  }

  /** The report that the getting-started page shows is what the two mistakes really give. */
  @Test
  void reportOfMistakesIsTheOneShown() throws IOException {
    String page = Files.readString(ROOT.resolve("docs/getting-started.md"));
    String job = Pages.samples("docs/getting-started.md", "yaml").get(0);
    String wrong = job.replace("epochs: 200", "epoch: 200").replace("layers: 2", "layers: 900");
    assertThatThrownBy(() -> SettingsDocument.parse("job.yaml", wrong).bind(JobSettings.class))
        .satisfies(
            e -> {
              for (String line : e.getMessage().split("\\R")) {
                assertThat(page).contains(line);
              }
            });
  }

  @Test
  void shippedJobsBind() throws IOException {
    try (Stream<Path> files = Files.list(ROOT.resolve("examples/jobs"))) {
      List<Path> jobs = files.filter(file -> !file.endsWith("all-settings.yaml")).toList();
      assertThat(jobs).hasSizeGreaterThanOrEqualTo(3);
      for (Path job : jobs) {
        assertThat(SettingsDocument.read(job).bind(JobSettings.class).name())
            .as(job.toString())
            .isNotEmpty();
      }
    }
  }

  /** The statements of the README's Java sample, in its order, on a job of this test. */
  @Test
  void javaSampleOfTheReadmeRuns() throws IOException {
    String sample = Pages.samples("README.md", "java").get(0);
    assertThat(sample)
        .contains(
            "import " + GraphemberClient.class.getName() + ";",
            "import " + JobFile.class.getName() + ";",
            "import " + Prediction.class.getName() + ";",
            "import " + Cancellation.class.getName() + ";",
            "import " + Path.class.getName() + ";",
            "GraphemberClient.connect(",
            "JobFile job = JobFile.read(Path.of(",
            "client.run(job, state -> System.out.println(state.phase()), Cancellation.NEVER);",
            "client.predictions(\"cora\", \"cora-gcn\").get(1708L)",
            "client.embeddings(\"cora\", \"cora-gcn\").get(1708L)");
    CsvGraph.write(folder.resolve("data"));
    Path path = Files.writeString(folder.resolve("job.yaml"), CsvGraph.JOB);
    try (TestCluster cluster = TestCluster.start(1)) {
      try (GraphemberClient client = GraphemberClient.connect(cluster.address(0))) {
        JobFile job = JobFile.read(path);
        client.run(job, state -> System.out.println(state.phase()), Cancellation.NEVER);

        Prediction vertex = client.predictions("rings", "rings-sage").get("v17");
        float[] embedding = client.embeddings("rings", "rings-sage").get("v17");
        assertThat(vertex.label()).startsWith("ring-");
        assertThat(embedding).hasSize(8);
      }
    }
  }

  /** What the page tells a Java client; {@code SecuredHomeTest} connects with it. */
  @Test
  void javaSampleOfTheSecurityPageIsTheOneThatRuns() throws IOException {
    assertThat(Pages.samples("docs/user/security.md", "java").get(0))
        .contains(
            "ConnectionSettings.to(",
            ".withLogin(\"ann\", password)",
            ".withTls(Tls.jdk().trusting(CertificateFiles.authorities(Path.of(\"ca.pem\"))));",
            "GraphemberClient.connect(settings)",
            "client.graphs()");
  }
}
