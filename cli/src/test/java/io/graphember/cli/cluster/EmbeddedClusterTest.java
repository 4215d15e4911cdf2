// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.client.GraphemberClient;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.ErrorCategory;
import io.graphember.spi.error.GraphemberException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.IntStream;
import org.apache.ignite.Ignition;
import org.junit.jupiter.api.Test;

class EmbeddedClusterTest {
  @Test
  void standsBesideAnotherOneAndLeavesNothing() {
    try (EmbeddedCluster one = EmbeddedCluster.start(2, false, Cancellation.NEVER);
        EmbeddedCluster other = EmbeddedCluster.start(1, false, Cancellation.NEVER);
        GraphemberClient client = GraphemberClient.connect(one.address());
        GraphemberClient otherClient = GraphemberClient.connect(other.address())) {
      assertThat(client.cluster().nodes()).isEqualTo(2);
      assertThat(otherClient.cluster().nodes()).isEqualTo(1);
    }
    assertThat(Ignition.allGrids()).isEmpty();
  }

  @Test
  void stopsStartingWhenCancelled() {
    assertThatThrownBy(() -> EmbeddedCluster.start(2, false, () -> !Ignition.allGrids().isEmpty()))
        .isInstanceOfSatisfying(
            GraphemberException.class,
            e -> assertThat(e.category()).isEqualTo(ErrorCategory.CANCELLED));
    assertThat(Ignition.allGrids()).isEmpty();
  }

  @Test
  void findsDifferentPorts() {
    int[] ports = FreePorts.find(InetAddress.getLoopbackAddress(), 48);
    assertThat(IntStream.of(ports).distinct()).hasSize(48);
  }

  @Test
  void keepsOtherProcessesFromItsPorts() {
    InetAddress loopback = InetAddress.getLoopbackAddress();
    int port = FreePorts.find(loopback, 1)[0];
    int claim = port - port % 256; // blocks of 256 ports begin at multiples of it
    assertThatThrownBy(() -> new ServerSocket(claim, 1, loopback).close())
        .isInstanceOf(BindException.class);
  }

  @Test
  void removesItsFolder() throws Exception {
    Path path;
    try (WorkFolder work = new WorkFolder()) {
      path = work.path();
      Files.createDirectories(path.resolve("a/b"));
      Files.writeString(path.resolve("a/b/c"), "x");
    }
    assertThat(path).doesNotExist();
  }
}
