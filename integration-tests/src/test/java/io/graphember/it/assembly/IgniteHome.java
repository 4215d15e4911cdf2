// SPDX-License-Identifier: Apache-2.0
package io.graphember.it.assembly;

import io.graphember.it.Jvm;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** An Ignite installation with the tree dropped over it, and a node that runs from there. */
final class IgniteHome implements AutoCloseable {
  private static final List<String> SPRING =
      List.of("ignite-spring-", "spring-", "commons-logging-");
  private static final List<String> CORE = List.of("ignite-core-", "cache-api-", "annotations-16");

  private final Path home;
  private Process node;

  private IgniteHome(Path home) {
    this.home = home;
  }

  /** A new installation with one backend switched on. */
  static IgniteHome unpack(Tree tree, Path home) throws IOException {
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
    return new IgniteHome(home);
  }

  private static void copy(Path from, Path to) throws IOException {
    Files.createDirectories(to.getParent());
    Files.copy(from, to, StandardCopyOption.COPY_ATTRIBUTES);
  }

  /** The tree in it. */
  Tree tree() {
    return new Tree(home);
  }

  /** The example of a node's configuration, with other ports. */
  String exampleNode(int discovery, int client) throws IOException {
    return exampleNode(tree(), discovery, client);
  }

  /** The example in a tree. */
  static String exampleNode(Tree tree, int discovery, int client) throws IOException {
    return Files.readString(tree.root().resolve("config/graphember/example-node.xml"))
        .replace("127.0.0.1:47500..47502", "127.0.0.1:" + discovery)
        .replace("value=\"10800\"", "value=\"" + client + "\"")
        .replace(
            "<property name=\"ipFinder\">",
            "<property name=\"localPort\" value=\"%d\"/><property name=\"ipFinder\">"
                .formatted(discovery));
  }

  /** Starts a node as Ignite's script does. */
  void start(String xml) throws IOException {
    Path config = Files.writeString(home.resolve("config/node.xml"), xml);
    node =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "@"
                        + home.resolve(
                            "config/graphember/node-options.txt"), // JVM_OPTS of the page
                    "-Xmx1g",
                    "-XX:TieredStopAtLevel=1",
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
    awaitStarted(node);
  }

  /** Waits until a node says that it has started. */
  static void awaitStarted(Process node) throws IOException {
    StringBuilder said = new StringBuilder();
    BufferedReader reader = node.inputReader();
    for (String line = Jvm.readLine(node, reader);
        line != null;
        line = Jvm.readLine(node, reader)) {
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

  /** Stops the node. */
  @Override
  public void close() throws InterruptedException {
    if (node != null) {
      node.destroy();
      if (!node.waitFor(20, TimeUnit.SECONDS)) {
        node.destroyForcibly();
      }
    }
  }
}
