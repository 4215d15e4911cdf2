// SPDX-License-Identifier: Apache-2.0
package io.graphember.it.assembly;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.config.SettingsDocument;
import io.graphember.it.BlockModelJob;
import io.graphember.it.TestCluster;
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
  private static final String MAIN = "example.TrainAndRead";

  private final Tree tree = Tree.built();

  @TempDir Path folder;

  @Test
  void thePageShowsTheProgram() throws IOException {
    String page = Files.readString(Path.of("../docs/user/java-client.md"));
    assertThat(page)
        .contains(Files.readString(SOURCE).lines().skip(1).collect(Collectors.joining("\n")));
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
                SOURCE.toString());
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
      String name = MAIN.replace('.', '/') + ".class";
      out.putNextEntry(new JarEntry(name));
      out.write(Files.readAllBytes(classes.resolve(name)));
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
