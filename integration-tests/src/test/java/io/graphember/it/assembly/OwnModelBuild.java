// SPDX-License-Identifier: Apache-2.0
package io.graphember.it.assembly;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.graphember.client.GraphemberVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The example of a user's own model, built by the Maven that runs the tests. */
final class OwnModelBuild {
  private static final String VERSION = GraphemberVersion.current();

  private OwnModelBuild() {}

  /**
   * The jar that Maven makes, offline: its repository is the one of this build, in which our own
   * modules are as they lie here.
   */
  static Path jar(Tree tree, Path example, Path folder) throws Exception {
    Path repository = Path.of(System.getProperty("graphember.repository", "none"));
    Path maven = Path.of(System.getProperty("graphember.maven.home", "none"), "bin/mvn");
    assumeThat(repository).isDirectory();
    assumeThat(maven).isExecutable();
    Path project = folder.resolve("own-model");
    try (Stream<Path> files = Files.walk(example)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Path to = project.resolve(example.relativize(file).toString());
        Files.createDirectories(to.getParent());
        Files.copy(file, to);
      }
    }
    Path out = folder.resolve("maven.txt");
    Process process =
        new ProcessBuilder(
                maven.toString(),
                "-B",
                "-o",
                "-ntp",
                "-Daether.enhancedLocalRepository.trackingFilename=none",
                "-Dmaven.repo.local=" + withOurModules(tree, repository, folder),
                "package")
            .directory(project.toFile())
            .redirectErrorStream(true)
            .redirectOutput(out.toFile())
            .start();
    try {
      assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
      assertThat(process.exitValue()).as(Files.readString(out)).isZero();
    } finally {
      process.destroyForcibly();
      unlink(folder.resolve("repository"));
    }
    return project.resolve("target/own-model.jar");
  }

  private static Path withOurModules(Tree tree, Path repository, Path folder) throws IOException {
    Path own = Files.createDirectories(folder.resolve("repository"));
    link(repository, own, "io");
    Path io = Files.createDirectories(own.resolve("io"));
    link(repository.resolve("io"), io, "graphember");
    Path spi = module(io, "graphember-spi");
    Files.copy(Path.of("../spi/pom.xml"), spi.resolve("graphember-spi-" + VERSION + ".pom"));
    try (Stream<Path> jars = Files.list(tree.root().resolve("libs/graphember"))) {
      Path jar =
          jars.filter(file -> file.getFileName().toString().startsWith("graphember-spi-"))
              .findFirst()
              .orElseThrow();
      Files.copy(jar, spi.resolve("graphember-spi-" + VERSION + ".jar"));
    }
    Path parent = module(io, "graphember-parent");
    Files.copy(Path.of("../pom.xml"), parent.resolve("graphember-parent-" + VERSION + ".pom"));
    return own;
  }

  /** Nothing that removes the folder shall follow them. */
  private static void unlink(Path repository) throws IOException {
    try (Stream<Path> entries = Files.walk(repository, 2)) {
      for (Path link : entries.filter(Files::isSymbolicLink).toList()) {
        Files.delete(link);
      }
    }
  }

  private static Path module(Path io, String name) throws IOException {
    return Files.createDirectories(io.resolve("graphember").resolve(name).resolve(VERSION));
  }

  private static void link(Path from, Path to, String except) throws IOException {
    try (Stream<Path> entries = Files.list(from)) {
      for (Path entry : entries.toList()) {
        if (!entry.getFileName().toString().equals(except)) {
          Files.createSymbolicLink(to.resolve(entry.getFileName()), entry.toAbsolutePath());
        }
      }
    }
  }
}
