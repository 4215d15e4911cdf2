// SPDX-License-Identifier: Apache-2.0
package io.graphember.it.assembly;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.cli.cluster.FreePorts;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The example of a user's own model: built by Maven, dropped into libs, used by the command. */
@Timeout(value = 4, unit = TimeUnit.MINUTES)
class OwnModelTest {
  private static final Path EXAMPLE = Path.of("../examples/own-model");

  @TempDir private static Path project;

  private static Path jar;

  private final Tree tree = Tree.built();

  @TempDir private Path folder;

  /** The jar that Maven makes, once. */
  @BeforeAll
  static void build() throws Exception {
    jar = OwnModelBuild.jar(Tree.built(), EXAMPLE, project);
  }

  @Test
  void thePageShowsTheProject() throws IOException {
    String page = Files.readString(Path.of("../docs/user/own-models.md"));
    String source = Files.readString(EXAMPLE.resolve("src/main/java/example/TeleportGcn.java"));
    assertThat(page)
        .contains(source.substring(source.indexOf("@Tag(")).strip())
        .contains(
            Files.readString(
                    EXAMPLE.resolve(
                        "src/main/resources/META-INF/services/io.graphember.spi.model.Architecture"))
                .strip());
    String policy = Files.readString(EXAMPLE.resolve("src/main/java/example/NearSeeds.java"));
    assertThat(Files.readString(Path.of("../docs/user/batches.md")))
        .contains(policy.substring(policy.indexOf("@Tag(")).strip());
    for (String job : List.of("own-model.yaml", "own-model-infer.yaml")) {
      String text = Files.readString(EXAMPLE.resolve(job));
      assertThat(page).contains(text.substring(text.indexOf("model:"), text.indexOf("hidden")));
    }
    assertThat(Files.readString(EXAMPLE.resolve("pom.xml")))
        .contains("<artifactId>graphember-spi</artifactId>");
  }

  @Test
  void isTrainedInferredAndExportedByTheCommand() throws Exception {
    int[] ports = FreePorts.find(InetAddress.getLoopbackAddress(), 2);
    String address = "127.0.0.1:" + ports[1];
    try (IgniteHome home = IgniteHome.unpack(tree, folder.resolve("ignite"))) {
      Path libs = folder.resolve("ignite/libs");
      Files.copy(jar, libs.resolve("own-model.jar"));
      home.start(home.exampleNode(ports[0], ports[1]));
      assertThat(run(home, "own-model.yaml", address, "--set", "source.vertices=600"))
          .contains("teleport-gcn, 2 layers, 32 wide")
          .containsPattern("Test +accuracy 0[.][3-9]");
      assertThat(run(home, "own-model-infer.yaml", address)).contains("teleport-gcn");
      assertThat(
              run(
                  home,
                  "own-model.yaml",
                  address,
                  "--set",
                  "source.vertices=600",
                  "--set",
                  "training.batch={type: near-seeds, seeds: 16}"))
          .contains("near-seeds steps of ")
          .containsPattern("Test +accuracy 0[.][3-9]");
      Path model = folder.resolve("model");
      home.tree()
          .run(
              "export",
              "papers",
              "teleport",
              "--model",
              "slices,onnx",
              "--to",
              model.toString(),
              "--connect",
              address)
          .assertCode(0);
      try (Stream<Path> files = Files.walk(model)) {
        assertThat(files.map(file -> file.getFileName().toString()))
            .contains("model.onnx", "slice-0-apply.onnx");
      }
      assertRefused(home, address);
    }
  }

  private String run(IgniteHome home, String job, String address, String... more) throws Exception {
    List<String> arguments =
        new ArrayList<>(
            List.of("run", EXAMPLE.resolve(job).toAbsolutePath().toString(), "--connect", address));
    arguments.addAll(List.of(more));
    return home.tree().run(arguments.toArray(String[]::new)).assertCode(0).out();
  }

  /** Settings are checked like ours; a command without the jar knows no such model. */
  private void assertRefused(IgniteHome home, String address) throws Exception {
    String job = EXAMPLE.resolve("own-model.yaml").toAbsolutePath().toString();
    assertThat(
            home.tree()
                .run("run", job, "--connect", address, "--set", "model.teleport=2")
                .assertCode(2)
                .err())
        .contains("model.teleport = 2: must be at most 1");
    assertThat(
            home.tree()
                .run("run", job, "--connect", address, "--set", "model.bases=2")
                .assertCode(2)
                .err())
        .contains("model.bases = 2: does not go with type: teleport-gcn, but with rgcn");
    assertThat(
            home.tree()
                .run("run", job, "--connect", address, "--set", "sampling.before=5")
                .assertCode(2)
                .err())
        .contains(
            "TASK_UNFIT: Model teleport-gcn divides by the degrees of the whole graph: it goes"
                + " without sampling.order, edgeTypes and before.");
    assertThat(tree.run("run", job, "--connect", address).assertCode(2).err())
        .contains("model.type = teleport-gcn: must be one of graphsage,");
  }

  /** A node without the jar: the command has it, and hears so before a graph is loaded. */
  @Test
  void aNodeWithoutTheJarRefusesTheJobBeforeItsGraphIsLoaded() throws Exception {
    int[] ports = FreePorts.find(InetAddress.getLoopbackAddress(), 2);
    String address = "127.0.0.1:" + ports[1];
    try (IgniteHome home = IgniteHome.unpack(tree, folder.resolve("ignite"))) {
      home.start(home.exampleNode(ports[0], ports[1]));
      Files.copy(jar, folder.resolve("ignite/libs/own-model.jar"));
      String job = EXAMPLE.resolve("own-model.yaml").toAbsolutePath().toString();
      assertThat(home.tree().run("run", job, "--connect", address).assertCode(2).err())
          .contains("ARCHITECTURE_MISSING")
          .contains("model.type = teleport-gcn: that architecture is not on the server nodes ")
          .contains("put its jar into libs of every node and start them again.");
      assertThat(
              home.tree()
                  .run(
                      "run",
                      job,
                      "--connect",
                      address,
                      "--set",
                      "model={type: gcn}",
                      "--set",
                      "training.batch.type=near-seeds")
                  .assertCode(2)
                  .err())
          .contains("POLICY_MISSING")
          .contains(
              "training.batch.type = near-seeds: that policy of batches is not on the server nodes ");
      assertThat(home.tree().run("graphs", "--connect", address).assertCode(0).out())
          .doesNotContain("papers");
    }
  }
}
