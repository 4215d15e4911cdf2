// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.client.GraphemberClient;
import io.graphember.client.GraphemberVersion;
import io.graphember.ignite.GraphemberConfiguration;
import io.graphember.ignite.GraphemberPlugin;
import io.graphember.ignite.wiring.GraphemberPluginProvider;
import io.graphember.spi.error.ErrorCategory;
import io.graphember.spi.error.GraphemberException;
import org.apache.ignite.IgniteException;
import org.junit.jupiter.api.Test;

/** How the plugin comes into a node. */
class PluginTest {
  @Test
  void isFoundOnTheClassPath() {
    try (TestCluster cluster = TestCluster.start(1);
        GraphemberClient client = cluster.connect()) {
      assertThat(cluster.node(0).<GraphemberPlugin>plugin("Graphember")).isNotNull();
      assertThat(cluster.parts(0).backends().names()).containsExactly("djl");
      assertThat(client.cluster().version())
          .isEqualTo(GraphemberVersion.current())
          .matches("[0-9]+\\.[0-9]+\\.[0-9]+.*");
      assertThat(client.cluster().nodes()).isOne();
      assertThat(client.cluster().backends()).containsExactly("djl");
      assertThat(client.cluster().ignite()).startsWith("2.17.0");
    }
  }

  @Test
  void refusesABackendThatIsNotInstalled() {
    GraphemberConfiguration configuration = new GraphemberConfiguration().setBackend("tensorflow");
    assertThatThrownBy(() -> TestCluster.start(1, configuration))
        .isInstanceOf(IgniteException.class)
        .hasMessageContaining(
            "backend = tensorflow: not installed on this node, there is djl; folders graphember-backend-* are moved from libs/optional to libs.");
  }

  @Test
  void clientIsToldThatANodeHasNoPlugin() {
    try (TestCluster cluster = TestCluster.startWithoutPlugin()) {
      assertThatThrownBy(cluster::connect)
          .isInstanceOfSatisfying(
              GraphemberException.class,
              e -> assertThat(e.category()).isEqualTo(ErrorCategory.CLUSTER))
          .hasMessage(
              "The Ignite node at %s has no Graphember: put the plugin into its libs/ folder."
                  .formatted(cluster.address(0)));
    }
  }

  @Test
  void aServerWithoutGraphemberCannotJoin() {
    try (TestCluster cluster = TestCluster.start(1)) {
      assertThatThrownBy(cluster::addNodeWithoutPlugin)
          .hasStackTraceContaining("no Graphember")
          .hasStackTraceContaining(
              "install Graphember %s on every server node, in any patch of it".formatted(minor()));
      assertThat(cluster.node(0).cluster().forServers().nodes()).hasSize(1);
    }
  }

  /** The version of this build without its patch. */
  private static String minor() {
    return GraphemberVersion.current().replaceFirst("^(\\d+\\.\\d+)\\..*", "$1");
  }

  @Test
  void providerNamesItself() {
    GraphemberPluginProvider provider = new GraphemberPluginProvider();
    assertThat(provider.name()).isEqualTo(GraphemberPlugin.NAME);
    assertThat(provider.version()).isEqualTo(GraphemberVersion.current());
    assertThat(provider.<GraphemberPlugin>plugin()).isSameAs(provider.plugin());
  }
}
