// SPDX-License-Identifier: Apache-2.0
package io.graphember.client.connect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.client.GraphemberClient;
import io.graphember.it.TestCluster;
import java.nio.BufferUnderflowException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.apache.ignite.Ignition;
import org.apache.ignite.client.ClientException;
import org.apache.ignite.client.IgniteClient;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class ResultConnectionTest {
  private static TestCluster cluster;

  private final List<IgniteClient> asked = new ArrayList<>();

  @BeforeAll
  static void start() {
    cluster = TestCluster.start(1);
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  private static NodeConnection.Node open() {
    final String address = cluster.address(0);
    return new NodeConnection.Node(
        Ignition.startClient(GraphemberClient.configuration(address)), address);
  }

  /** A look-up whose first answers end early, as Ignite's client throws it. */
  private Function<IgniteClient, Integer> early(int times) {
    return client -> {
      asked.add(client);
      if (asked.size() <= times) {
        throw new BufferUnderflowException();
      }
      return client.cluster().nodes().size();
    };
  }

  @Test
  void asksAgainByAnotherConnectionIfAnAnswerEndsEarly() {
    try (ResultConnection results =
        ResultConnection.toAll(ResultConnectionTest::open, node -> true)) {
      assertThat(results.lookUp(early(2))).isOne();
      assertThat(asked).hasSize(3).doesNotHaveDuplicates();
    }
  }

  @Test
  void saysSoIfAnswersAlwaysEndEarly() {
    try (ResultConnection results =
        ResultConnection.toAll(ResultConnectionTest::open, node -> true)) {
      assertThatThrownBy(() -> results.lookUp(early(100)))
          .isInstanceOf(ClientException.class)
          .hasMessage("its answer of who has which partition ends early");
      assertThat(asked).hasSize(3);
    }
  }

  @Test
  void whatRunsCodeOfAUserIsNotAskedAgain() {
    try (ResultConnection results =
        ResultConnection.toAll(ResultConnectionTest::open, node -> true)) {
      assertThatThrownBy(() -> results.ask((client, progress) -> early(1).apply(client)))
          .isInstanceOf(BufferUnderflowException.class);
      assertThat(asked).hasSize(1);
    }
  }
}
