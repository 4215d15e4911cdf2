// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.client.GraphemberClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.apache.ignite.Ignite;
import org.apache.ignite.IgniteSystemProperties;
import org.apache.ignite.Ignition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The node configuration that is shipped starts a node, on other ports. */
class SpringTest {
  private static final Path SHIPPED =
      Path.of("../assembly/src/main/tree/config/graphember/example-node.xml");

  @TempDir Path work;

  @Test
  void exampleNodeStarts() throws IOException {
    int discovery = TestCluster.freePort();
    int client = TestCluster.freePort();
    String xml =
        Files.readString(SHIPPED)
            .replace("127.0.0.1:47500..47502", "127.0.0.1:" + discovery)
            .replace("value=\"10800\"", "value=\"" + client + "\"")
            .replace(
                "<property name=\"ipFinder\">",
                "<property name=\"localPort\" value=\"%d\"/><property name=\"ipFinder\">"
                    .formatted(discovery))
            .replace(
                "<property name=\"localHost\"",
                "<property name=\"workDirectory\" value=\"%s\"/><property name=\"localHost\""
                    .formatted(work));
    assertThat(xml).doesNotContain("47500", "value=\"10800\"");
    Path file = Files.writeString(work.resolve("node.xml"), xml);
    System.setProperty(IgniteSystemProperties.IGNITE_QUIET, "true");
    try (Ignite node = Ignition.start(file.toString());
        GraphemberClient thin = GraphemberClient.connect("127.0.0.1:" + client)) {
      NodeView view = NodeView.of(node);
      assertThat(view.backends().choose(Optional.empty())).isEqualTo("djl");
      assertThat(view.budget().limitBytes()).isEqualTo(Runtime.getRuntime().maxMemory() / 2);
      assertThat(thin.graphs()).isEmpty();
    }
  }
}
