// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.client.api.node.Finding;
import io.graphember.client.api.node.Finding.Verdict;
import org.apache.ignite.configuration.ClientConnectorConfiguration;
import org.apache.ignite.configuration.IgniteConfiguration;
import org.junit.jupiter.api.Test;

class ExposureChecksTest {
  private static Finding connector(ClientConnectorConfiguration connector) {
    return ExposureChecks.connector(connector, null);
  }

  @Test
  void aConnectorThatAnybodyReachesIsARisk() {
    assertThat(ExposureChecks.findings(new IgniteConfiguration()))
        .first()
        .satisfies(
            finding -> {
              assertThat(finding.verdict()).isEqualTo(Verdict.RISK);
              assertThat(finding.found()).isEqualTo("on all addresses, any client");
              assertThat(finding.advice()).startsWith("set sslEnabled and sslClientAuth");
            });
    assertThat(
            connector(new ClientConnectorConfiguration().setHost("10.0.0.5").setSslEnabled(true)))
        .satisfies(
            finding -> {
              assertThat(finding.verdict()).isEqualTo(Verdict.RISK);
              assertThat(finding.found()).isEqualTo("on 10.0.0.5, any client with TLS");
            });
  }

  @Test
  void aMarshallerThatReadsEveryClassIsARisk() {
    Finding none = ExposureChecks.whiteList(null);
    assertThat(none.verdict()).isEqualTo(Verdict.RISK);
    assertThat(none.advice())
        .isEqualTo(
            "write one with graphember doctor --write-whitelist FILE, and start all server nodes with -DIGNITE_MARSHALLER_WHITELIST=FILE");
    assertThat(ExposureChecks.whiteList("classes.txt").verdict()).isEqualTo(Verdict.GOOD);
  }

  @Test
  void thisMachineCertificatesOrNoConnectorWillDo() {
    assertThat(connector(null).found()).isEqualTo("none");
    assertThat(connector(new ClientConnectorConfiguration().setHost("127.0.0.1")).verdict())
        .isEqualTo(Verdict.GOOD);
    assertThat(ExposureChecks.connector(new ClientConnectorConfiguration(), "localhost").verdict())
        .isEqualTo(Verdict.GOOD);
    assertThat(
            connector(
                new ClientConnectorConfiguration().setSslEnabled(true).setSslClientAuth(true)))
        .satisfies(
            finding -> {
              assertThat(finding.verdict()).isEqualTo(Verdict.GOOD);
              assertThat(finding.found()).isEqualTo("on all addresses, with client certificates");
            });
  }
}
