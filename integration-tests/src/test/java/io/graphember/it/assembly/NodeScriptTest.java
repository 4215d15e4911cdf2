// SPDX-License-Identifier: Apache-2.0
package io.graphember.it.assembly;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.cli.cluster.FreePorts;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A node that bin/graphember-node starts from the tree alone, without an installation of Ignite.
 */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class NodeScriptTest {
  private static final int STOPPED_BY_SIGTERM = 143;

  private final Tree tree = Tree.built();

  @TempDir Path folder;

  private Process start(String... arguments) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(tree.root().resolve("bin/graphember-node").toString());
    builder.command().addAll(List.of(arguments));
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.environment().put("IGNITE_HOME", folder.toString());
    builder.environment().put("GRAPHEMBER_OPTS", "-Xms256m -Xmx1g -XX:TieredStopAtLevel=1");
    return builder.redirectErrorStream(true).start();
  }

  @Test
  void startsANodeThatTrains() throws Exception {
    int[] ports = FreePorts.find(InetAddress.getLoopbackAddress(), 2);
    Path config =
        Files.writeString(
            folder.resolve("node.xml"), IgniteHome.exampleNode(tree, ports[0], ports[1]));
    Process node = start(config.toString());
    try {
      IgniteHome.awaitStarted(node);
      String address = "127.0.0.1:" + ports[1];
      assertThat(
              tree.run(
                      "train",
                      tree.root().resolve("examples/graphember/jobs/demo.yaml").toString(),
                      "--connect",
                      address,
                      "--set",
                      "source.vertices=500",
                      "--set",
                      "training.epochs=2")
                  .assertCode(0)
                  .out())
          .contains("Graph       demo: 500 vertices");
    } finally {
      node.destroy();
    }
    assertThat(node.waitFor(1, TimeUnit.MINUTES)).isTrue();
    assertThat(node.exitValue()).isEqualTo(STOPPED_BY_SIGTERM);
  }

  @Test
  void saysHowItIsCalled() throws Exception {
    assertThat(ended(2, start())).startsWith("usage: graphember-node CONFIG.xml, a Spring file");
    assertThat(ended(0, start("--help"))).startsWith("usage: graphember-node CONFIG.xml");
    assertThat(ended(2, start("absent.xml")))
        .isEqualTo(
            "error CONFIG_MISSING: CONFIG.xml = absent.xml: there is no such file that can be read;"
                + " name a configuration of Ignite.\n");
  }

  private static String ended(int code, Process process) throws Exception {
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isEqualTo(code);
    return said;
  }
}
