// SPDX-License-Identifier: Apache-2.0
package io.graphember.client.connect;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What a client knows that no node has told more. What nodes tell is in integration tests. */
class ClusterHostsTest {
  private static final Address FIRST = new Address("10.0.0.5", 10_800);
  private static final Address SECOND = new Address("node2", 10_801);

  private final ClusterHosts hosts =
      new ClusterHosts(ConnectionSettings.to(FIRST.toString(), SECOND.toString()));

  @Test
  void takesTheHostsThatItWasTold() {
    assertThat(hosts.get()).containsExactlyInAnyOrder("10.0.0.5", "node2");
    assertThat(hosts.addresses()).containsExactly(FIRST, SECOND);
  }

  @Test
  void aLostNodeIsAskedLast() {
    assertThat(hosts.addressesWithout(FIRST)).containsExactly(SECOND, FIRST);
    assertThat(hosts.addressesWithout(SECOND)).containsExactly(FIRST, SECOND);
    assertThat(hosts.addressesWithout(new Address("10.0.0.9", 1))).containsExactly(FIRST, SECOND);
  }
}
