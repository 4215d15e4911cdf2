// SPDX-License-Identifier: Apache-2.0
package io.graphember.it.assembly;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.client.GraphemberClient;
import io.graphember.client.JobFile;
import io.graphember.config.SettingsDocument;
import io.graphember.it.BlockModelJob;
import io.graphember.it.CsvGraph;
import io.graphember.it.TestCluster;
import io.graphember.spi.Cancellation;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The program of the page on the Java client, in a JVM of its own without any option. */
class JavaClientTest {
  private static final Path EXAMPLE = Path.of("../examples/java-client");
  private static final Path SOURCE = EXAMPLE.resolve("src/main/java/example/TrainAndRead.java");
  private static final Path OWN = EXAMPLE.resolve("src/main/java/example/TrainOwnRows.java");
  private static final Path NEW = EXAMPLE.resolve("src/main/java/example/ScoreNewVertex.java");
  private static final String MAIN = "example.TrainAndRead";

  private final Tree tree = Tree.built();

  @TempDir Path folder;

  @Test
  void thePageShowsTheProgram() throws IOException {
    String page = Files.readString(Path.of("../docs/user/java-client.md"));
    assertThat(page)
        .contains(Files.readString(SOURCE).lines().skip(1).collect(Collectors.joining("\n")));
    assertThat(Files.readString(Path.of("../docs/user/store.md")))
        .contains(step(Files.readString(OWN)));
    assertThat(Files.readString(EXAMPLE.resolve("pom.xml")))
        .contains("<Add-Opens>java.base/java.nio</Add-Opens>", "<mainClass>" + MAIN);
    assertThat(Files.readString(tree.root().resolve("config/graphember/jvm-client.txt")).strip())
        .isEqualTo("--add-opens=java.base/java.nio=ALL-UNNAMED");
  }

  @Test
  void anExecutableJarNeedsNoOption() throws Exception {
    Path jar = compiled();
    try (TestCluster cluster = TestCluster.start(1)) {
      Path job = folder.resolve("job.yaml");
      Files.writeString(job, SettingsDocument.toJson(BlockModelJob.settings()));
      String[] arguments = {cluster.address(0), job.toString(), "paper-00001"};
      Ended ended = run(List.of("-jar", jar.toString()), arguments);
      assertThat(ended.code).as(ended.out).isZero();
      assertThat(ended.out)
          .contains("test accuracy 0.")
          .containsPattern("paper-00001 is \\S+")
          .doesNotContain("Exception");

      Ended closed = run(List.of("-cp", classPath(jar), MAIN), arguments);
      assertThat(closed.code).isEqualTo(1);
      assertThat(closed.out)
          .contains(
              "JVM_CLOSED: This JVM does not open java.nio, which Ignite's thin client needs on"
                  + " Java 17 and later: start it with --add-opens=java.base/java.nio=ALL-UNNAMED"
                  + " (config/graphember/jvm-client.txt holds the option), or put the line"
                  + " 'Add-Opens: java.base/java.nio' into the manifest of the jar that you start.");
      String options = "@" + tree.root().resolve("config/graphember/jvm-client.txt");
      assertThat(run(List.of(options, "-cp", classPath(jar), MAIN), arguments).code).isZero();
    }
  }

  /** The step of descent, without its indentation. */
  private static String step(String program) {
    final String from = program.substring(program.indexOf("    Map<Object, float[]> values ="));
    return from.substring(0, from.indexOf("    return loss;")).stripTrailing().stripIndent();
  }

  /** Two rings of vertices, each joined with the next three: near ones become alike. */
  @Test
  void aProgramTrainsRowsOfItsOwn() throws Exception {
    final StringBuilder edges = new StringBuilder("source,destination\n");
    for (int vertex = 0; vertex < 120; vertex++) {
      for (int step = 1; step <= 3; step++) {
        final int next = vertex / 60 * 60 + (vertex + step) % 60;
        edges.append("v%d,v%d\n".formatted(vertex, next));
      }
    }
    Files.writeString(folder.resolve("rings.csv"), edges);
    final String text =
        """
        name: rings
        source:
          {type: csv, data: ".", keys: string, edges: {file: rings.csv, source: source, destination: destination}}
        graph: {name: rings, partitions: 4, symmetrize: true}
        job: embed
        embedding: {epochs: 0}
        """;
    try (TestCluster cluster = TestCluster.start(2);
        GraphemberClient client = cluster.connect()) {
      client.run(JobFile.parse(text, folder), state -> {}, Cancellation.NEVER);
      final Ended ended =
          run(
              List.of("--add-opens=java.base/java.nio=ALL-UNNAMED", "-cp", classPath(compiled())),
              "example.TrainOwnRows",
              cluster.address(0),
              "rings",
              folder.resolve("rings.csv").toString());
      assertThat(ended.code).as(ended.out).isZero();
      assertThat(ended.out).contains("epoch 1 loss", "epoch 20 loss");
      for (int vertex : List.of(0, 17, 59, 60, 100)) {
        final int ring = vertex / 60;
        assertThat(client.similar("rings", "own-rows", "v" + vertex, 4).keys())
            .as(ended.out)
            .allMatch(key -> Integer.parseInt(key.substring(1)) / 60 == ring);
      }
    }
  }

  /** It is of the ring of its neighbours, whatever its features say. */
  @Test
  void aProgramScoresAVertexThatTheGraphDoesNotHave() throws Exception {
    CsvGraph.write(folder.resolve("data"));
    try (TestCluster cluster = TestCluster.start(2);
        GraphemberClient client = cluster.connect()) {
      final JobFile job = JobFile.parse(CsvGraph.JOB.replace("epochs: 8", "epochs: 30"), folder);
      client.run(job, state -> {}, Cancellation.NEVER);
      final String[] scored = {
        "example.ScoreNewVertex",
        cluster.address(0),
        "rings",
        "rings-sage",
        "new",
        "0.5,0.9,0.5,0.5"
      };
      final String[] arguments = Arrays.copyOf(scored, scored.length + 1);
      arguments[scored.length] = "v1,v4,v7,v10,v13,v16";
      final List<String> java =
          List.of("--add-opens=java.base/java.nio=ALL-UNNAMED", "-cp", classPath(compiled()));
      final Ended ended = run(java, arguments);
      assertThat(ended.code).as(ended.out).isZero();
      assertThat(ended.out).containsPattern("new is ring-1, probability 0[.]\\d{3}");
      arguments[scored.length] = "nobody";
      final Ended refused = run(java, arguments);
      assertThat(refused.code).isEqualTo(1);
      assertThat(refused.out).contains("VERTEX_UNKNOWN: ");
    }
  }

  /** The jar that Maven would make. */
  private Path compiled() throws IOException {
    Path classes = Files.createDirectories(folder.resolve("classes"));
    int code =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                null,
                null,
                "-cp",
                String.join(File.pathSeparator, libraries()),
                "-d",
                classes.toString(),
                SOURCE.toString(),
                OWN.toString(),
                NEW.toString());
    assertThat(code).isZero();
    Manifest manifest = new Manifest();
    Attributes main = manifest.getMainAttributes();
    main.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    main.put(Attributes.Name.MAIN_CLASS, MAIN);
    main.putValue("Add-Opens", "java.base/java.nio");
    main.put(
        Attributes.Name.CLASS_PATH,
        libraries().stream()
            .map(library -> Path.of(library).toUri().toString())
            .collect(Collectors.joining(" ")));
    Path jar = folder.resolve("java-client.jar");
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream out = new JarOutputStream(file, manifest)) {
      for (Path source : List.of(SOURCE, OWN, NEW)) {
        String name = "example/" + source.getFileName().toString().replace(".java", ".class");
        out.putNextEntry(new JarEntry(name));
        out.write(Files.readAllBytes(classes.resolve(name)));
      }
    }
    return jar;
  }

  /** What the client brings, and more of the plugin. */
  private List<String> libraries() throws IOException {
    List<String> jars = new ArrayList<>();
    for (String of : List.of("libs/graphember", "libs/optional/graphember-ignite")) {
      try (Stream<Path> files = Files.list(tree.root().resolve(of))) {
        files.map(Path::toString).forEach(jars::add);
      }
    }
    return jars;
  }

  private String classPath(Path jar) throws IOException {
    return jar + File.pathSeparator + String.join(File.pathSeparator, libraries());
  }

  private record Ended(int code, String out) {}

  private Ended run(List<String> options, String... arguments) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(options);
    command.addAll(Arrays.asList(arguments));
    Path out = folder.resolve("out.txt");
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(out.toFile()).start();
    try {
      assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
      return new Ended(process.exitValue(), Files.readString(out, StandardCharsets.UTF_8));
    } finally {
      process.destroyForcibly();
    }
  }
}
