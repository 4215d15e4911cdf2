// SPDX-License-Identifier: Apache-2.0
package io.graphember.it.assembly;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.cli.cluster.FreePorts;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The tree dropped over an Ignite installation: a node started as Ignite's script starts it, and
 * the command that connects to it.
 */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class IgniteHomeTest {
  private final Tree tree = Tree.built();

  @TempDir Path folder;

  @Test
  void trainsInTheNodeThatIgniteStarts() throws Exception {
    int[] ports = FreePorts.find(InetAddress.getLoopbackAddress(), 2);
    try (IgniteHome home = IgniteHome.unpack(tree, folder.resolve("ignite"))) {
      home.start(home.exampleNode(ports[0], ports[1]));
      Tree.Ended ended =
          home.tree()
              .run(
                  "train",
                  tree.root().resolve("examples/graphember/jobs/demo.yaml").toString(),
                  "--connect",
                  "127.0.0.1:" + ports[1],
                  "--set",
                  "source.vertices=500",
                  "--set",
                  "training.epochs=2")
              .assertCode(0);
      assertThat(ended.out())
          .contains(
              "Graph       demo: 500 vertices", "predictions: cache graphember.predictions.demo.")
          .doesNotContain("memory of this process");
    }
  }
}
