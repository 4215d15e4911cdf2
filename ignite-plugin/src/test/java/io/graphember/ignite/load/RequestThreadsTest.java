// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.ignite.configuration.IgniteConfiguration;
import org.junit.jupiter.api.Test;

class RequestThreadsTest {
  @Test
  void whileAllAreBusyNobodyIsHeard() {
    RequestThreads two = new RequestThreads(2);
    final long first = two.freeNanos();
    assertThat(first).isPositive();
    final long oneBusy = two.serve(two::freeNanos);
    assertThat(oneBusy).isGreaterThanOrEqualTo(first);
    assertThat(two.<Long>serve(() -> two.serve(two::freeNanos))).isZero();
    final long began = System.nanoTime();
    two.serve(() -> two.serve(() -> true));
    assertThat(two.freeNanos()).isLessThanOrEqualTo(System.nanoTime() - began);
  }

  @Test
  void aRequestThatFailsFreesItsThread() {
    RequestThreads one = new RequestThreads(1);
    assertThatThrownBy(
            () ->
                one.serve(
                    () -> {
                      throw new IllegalStateException("failed");
                    }))
        .hasMessage("failed");
    assertThat(one.freeNanos()).isPositive();
  }

  @Test
  void aNodeWithoutThinClientsIsAlwaysFree() {
    RequestThreads none =
        new RequestThreads(new IgniteConfiguration().setClientConnectorConfiguration(null));
    assertThat(none.<Long>serve(none::freeNanos)).isPositive();
  }
}
