// SPDX-License-Identifier: Apache-2.0
package io.graphember.it.assembly;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What lies in the tree, and that the command runs from it. */
class DistributionTest {
  private static final String PLUGIN = "libs/graphember";
  private static final String BACKEND = "libs/optional/graphember-backend-djl";
  private static final String OTHER_BACKEND = "libs/optional/graphember-backend-tf";
  private static final String SLICE_ENGINE = "libs/optional/graphember-inference-onnx";
  private static final String COMMAND = "libs/optional/graphember-cli";
  private static final String IGNITE = "libs/optional/graphember-ignite";

  private final Tree tree = Tree.built();

  /** A jar without its version; the platform of a native one stays. */
  private static String artifact(String jar) {
    return jar.replaceFirst("-[0-9].*?(-linux-x86_64)?[.]jar$", "$1");
  }

  @Test
  void putsEveryJarIntoOneFolder() throws IOException {
    List<String> jars = tree.files("libs", ".jar");
    assertThat(jars.stream().map(DistributionTest::artifact)).doesNotHaveDuplicates();
    try (Stream<Path> folders = Files.list(tree.root().resolve("libs"))) {
      assertThat(folders.map(folder -> folder.getFileName().toString()))
          .containsExactlyInAnyOrder("graphember", "optional");
    }
  }

  @Test
  void switchesThePluginOnAndNothingElse() throws IOException {
    assertThat(tree.files(PLUGIN, ".jar").stream().map(DistributionTest::artifact))
        .contains(
            "graphember-spi",
            "graphember-config",
            "graphember-memory",
            "graphember-schema",
            "graphember-formats",
            "graphember-partition",
            "graphember-graph",
            "graphember-tensor-store",
            "graphember-sampling",
            "graphember-training",
            "graphember-client",
            "graphember-ignite-plugin",
            "guice",
            "jackson-databind",
            "hibernate-validator",
            "tribuo-util-onnx",
            "graphember-inference-jvector",
            "jvector",
            "slf4j-api") // JVector logs by it
        .noneMatch(
            name ->
                name.matches(
                    "ignite-.*|cache-api|annotations|slf4j-(?!api).*|commons-math3|picocli|pytorch.*|jna|tensorflow.*|onnxruntime|.*test.*"));
  }

  @ParameterizedTest
  @CsvSource({
    BACKEND + ",graphember-backend-djl",
    BACKEND + ",pytorch-native-cpu-linux-x86_64",
    OTHER_BACKEND + ",graphember-backend-tf",
    OTHER_BACKEND + ",tensorflow-core-api",
    OTHER_BACKEND + ",tensorflow-core-native-linux-x86_64",
    SLICE_ENGINE + ",graphember-inference-onnx",
    SLICE_ENGINE + ",onnxruntime",
    COMMAND + ",graphember-cli",
    COMMAND + ",picocli",
    COMMAND + ",slf4j-jdk14",
    IGNITE + ",ignite-core",
    IGNITE + ",cache-api"
  })
  void keepsTheRestOptional(String folder, String artifact) throws IOException {
    assertThat(tree.files(folder, ".jar").stream().map(DistributionTest::artifact))
        .contains(artifact);
  }

  @Test
  void overwritesNothingOfIgnite() throws IOException {
    try (Stream<Path> top = Files.list(tree.root())) {
      assertThat(top.map(path -> path.getFileName().toString()))
          .containsExactlyInAnyOrder("bin", "config", "docs", "examples", "libs");
    }
    assertThat(tree.files("bin", ""))
        .containsExactlyInAnyOrder("graphember", "graphember-node", "graphember-java.sh");
    assertThat(tree.files("docs/graphember", ""))
        .contains("LICENSE", "NOTICE", "README.md")
        .isSubsetOf("LICENSE", "NOTICE", "README.md", Tree.SBOM);
    assertThat(tree.files("examples/graphember/jobs", ".yaml"))
        .contains("demo.yaml", "cora-gcn.yaml", "cora-sage.yaml", "all-settings.yaml");
  }

  @Test
  void filledTheListOfJvmOptions() throws IOException {
    assertThat(
            Files.readString(tree.root().resolve("config/graphember/jvm-opens.txt")).split("\\s+"))
        .filteredOn(option -> !option.isEmpty())
        .hasSizeGreaterThan(20)
        .allMatch(option -> option.matches("--add-opens=[a-z.]+/[A-Za-z.]+=ALL-UNNAMED"));
  }

  @Test
  void findsNothingWrongWithAFreshTree() throws Exception {
    assertThat(tree.run("doctor").assertCode(0).out())
        .contains("Nothing is wrong.")
        .doesNotContain("slow ", "bad ");
  }

  @Test
  void saysItsVersion() throws Exception {
    assertThat(tree.run("--version").assertCode(0).out()).startsWith("graphember 0.");
  }

  @Test
  void findsItsFolderThroughALink(@TempDir Path folder) throws Exception {
    Path link = folder.resolve("bin/graphember");
    Files.createDirectories(link.getParent());
    Files.createSymbolicLink(link, tree.root().resolve("bin/graphember"));
    try {
      assertThat(new Tree(folder).run("--version").assertCode(0).out()).startsWith("graphember 0.");
    } finally {
      Files.delete(link);
    }
  }

  @Test
  void runsAJobOnTheEngineThatIsShipped(@TempDir Path folder) throws Exception {
    Path json = folder.resolve("out.json");
    Tree.Ended ended =
        tree.runAsShipped(
                Path.of(System.getProperty("java.home")),
                "demo",
                "--nodes",
                "2",
                "--json",
                json.toString(),
                "--set",
                "source.vertices=1000",
                "--set",
                "training.epochs=3")
            .assertCode(0);
    assertThat(ended.out())
        .contains(
            "Graph       demo: 1,000 vertices",
            "Trainers    1 trainer on 1 of 2 nodes: ",
            "mini-batch steps of 256 seeds (auto: 120 to train on in an epoch fill one batch of 256)",
            "Read back   key",
            "paper-");
    assertThat(ended.err()).contains("1 trainer on 1 of 2 nodes: ");
    assertThat(ended.err().lines())
        .as("no warning of the JVM or a library")
        .allMatch(
            line ->
                line.matches(
                    "Starting .*|[0-9]+ trainers? on .*|Opening .*|Training.*|Publishing .*|Keeping .*|Layer .*"));
    assertThat(json).content().contains("\"accuracy\"");
  }

  @Test
  void runsAJobOnAnEngineThatNobodyHasSwitchedOn() throws Exception {
    assertThat(
            tree.run(
                    "demo",
                    "--nodes",
                    "1",
                    "--set",
                    "source.vertices=500",
                    "--set",
                    "training.epochs=1",
                    "--set",
                    "backend=tensorflow")
                .assertCode(0)
                .out())
        .contains("Trained     1 epoch");
  }

  @Test
  void runsAJobOnTheEngineThatItNames(@TempDir Path folder) throws Exception {
    Tree both = withBackends(folder, BACKEND, OTHER_BACKEND);
    Path json = folder.resolve("out.json");
    assertThat(both.run("demo", "--nodes", "1").assertCode(3).err())
        .contains("BACKEND_AMBIGUOUS", "Backends djl and tensorflow are installed");
    Tree.Ended ended =
        both.run(
                "demo",
                "--nodes",
                "1",
                "--json",
                json.toString(),
                "--set",
                "backend=tensorflow",
                "--set",
                "source.vertices=1000",
                "--set",
                "training.epochs=3")
            .assertCode(0);
    assertThat(ended.out()).contains("Read back   key", "paper-");
    assertThat(json).content().contains("TensorFlow 2.18.0");
  }

  /** The tree with backends switched on; its folders are links to the ones that were built. */
  private Tree withBackends(Path folder, String... backends) throws IOException {
    Path libs = Files.createDirectories(folder.resolve("libs"));
    Files.createDirectories(folder.resolve("bin/include"));
    for (String script : List.of("bin/graphember", "bin/include/graphember-java.sh")) {
      Files.copy(
          tree.root().resolve(script), folder.resolve(script), StandardCopyOption.COPY_ATTRIBUTES);
    }
    for (String shared : List.of("config", "examples", PLUGIN, "libs/optional")) {
      Files.createSymbolicLink(folder.resolve(shared), tree.root().resolve(shared));
    }
    for (String backend : backends) {
      Path jars = tree.root().resolve(backend);
      Files.createSymbolicLink(libs.resolve(jars.getFileName()), jars);
    }
    return new Tree(folder);
  }
}
