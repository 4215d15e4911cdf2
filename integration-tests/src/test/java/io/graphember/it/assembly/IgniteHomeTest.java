// SPDX-License-Identifier: Apache-2.0
package io.graphember.it.assembly;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.cli.cluster.FreePorts;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The tree dropped over an Ignite installation: a node started as Ignite's script starts it, and
 * the command that connects to it.
 */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class IgniteHomeTest {
  private static final List<String> SPRING =
      List.of("ignite-spring-", "spring-", "commons-logging-");
  private static final List<String> CORE = List.of("ignite-core-", "cache-api-", "annotations-16");

  private final Tree tree = Tree.built();

  @TempDir Path folder;
  private Path home;
  private Process node;

  @BeforeEach
  void unpack() throws IOException {
    home = folder.resolve("ignite");
    for (String path : System.getProperty("java.class.path").split(File.pathSeparator)) {
      String jar = Path.of(path).getFileName().toString();
      if (CORE.stream().anyMatch(jar::startsWith)) {
        copy(Path.of(path), home.resolve("libs").resolve(jar));
      } else if (SPRING.stream().anyMatch(jar::startsWith)) {
        copy(Path.of(path), home.resolve("libs/ignite-spring").resolve(jar));
      }
    }
    try (Stream<Path> files = Files.walk(tree.root())) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        copy(file, home.resolve(tree.root().relativize(file).toString()));
      }
    }
    // The gesture that switches a backend on.
    Files.move(
        home.resolve("libs/optional/graphember-backend-djl"),
        home.resolve("libs/graphember-backend-djl"));
  }

  private static void copy(Path from, Path to) throws IOException {
    Files.createDirectories(to.getParent());
    Files.copy(from, to, StandardCopyOption.COPY_ATTRIBUTES);
  }

  @AfterEach
  void stop() throws InterruptedException {
    if (node != null) {
      node.destroy();
      if (!node.waitFor(20, TimeUnit.SECONDS)) {
        node.destroyForcibly();
      }
    }
  }

  @Test
  void trainsInTheNodeThatIgniteStarts() throws Exception {
    int[] ports = FreePorts.find(InetAddress.getLoopbackAddress(), 2);
    startNode(ports[0], ports[1]);
    Tree.Ended ended =
        new Tree(home)
            .run(
                "train",
                tree.root().resolve("examples/graphember/jobs/demo.yaml").toString(),
                "--connect",
                "127.0.0.1:" + ports[1],
                "--set",
                "source.blockModel.vertices=500",
                "--set",
                "training.epochs=2")
            .assertCode(0);
    assertThat(ended.out())
        .contains(
            "Graph       demo: 500 vertices", "predictions: cache graphember.predictions.demo.")
        .doesNotContain("memory of this process");
  }

  private void startNode(int discovery, int client) throws IOException {
    String xml =
        Files.readString(home.resolve("config/graphember/example-node.xml"))
            .replace("127.0.0.1:47500..47502", "127.0.0.1:" + discovery)
            .replace("value=\"10800\"", "value=\"" + client + "\"")
            .replace(
                "<property name=\"ipFinder\">",
                "<property name=\"localPort\" value=\"%d\"/><property name=\"ipFinder\">"
                    .formatted(discovery));
    Path config = Files.writeString(home.resolve("config/node.xml"), xml);
    node =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "@" + home.resolve("config/graphember/jvm-opens.txt"),
                    "-Xmx1g",
                    "-XX:TieredStopAtLevel=1",
                    "-Djava.net.preferIPv4Stack=true",
                    "-DIGNITE_HOME=" + home,
                    "-DIGNITE_QUIET=true",
                    "-DIGNITE_NO_ASCII=true",
                    "-DIGNITE_UPDATE_NOTIFIER=false",
                    "-cp",
                    classPath(),
                    "org.apache.ignite.startup.cmdline.CommandLineStartup",
                    config.toString()))
            .redirectErrorStream(true)
            .start();
    StringBuilder said = new StringBuilder();
    BufferedReader reader = node.inputReader();
    for (String line = reader.readLine(); line != null; line = reader.readLine()) {
      said.append(line).append('\n');
      if (line.contains("node started OK")) {
        return;
      }
    }
    throw new AssertionError("the node did not start:\n" + said);
  }

  /** As Ignite's bin/include/setenv.sh: libs and every folder in it except optional. */
  private String classPath() throws IOException {
    List<String> entries = new ArrayList<>(List.of(home.resolve("libs") + "/*"));
    try (var folders = Files.list(home.resolve("libs"))) {
      folders
          .filter(path -> Files.isDirectory(path) && !path.endsWith("optional"))
          .forEach(path -> entries.add(path + "/*"));
    }
    return String.join(File.pathSeparator, entries);
  }
}
