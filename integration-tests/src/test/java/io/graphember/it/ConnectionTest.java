// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.client.GraphemberClient;
import io.graphember.client.connect.CertificateFiles;
import io.graphember.client.connect.ConnectionError;
import io.graphember.client.connect.ConnectionSettings;
import io.graphember.client.connect.Tls;
import io.graphember.ignite.GraphemberConfiguration;
import io.graphember.ignite.security.PasswordHash;
import io.graphember.it.secured.Certificates;
import io.graphember.spi.error.ErrorCode;
import io.graphember.spi.error.GraphemberException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.ignite.configuration.ClientConnectorConfiguration;
import org.apache.ignite.configuration.IgniteConfiguration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** How a client reaches nodes that want TLS, certificates and users, and what it says if not. */
@Timeout(120)
class ConnectionTest {
  private static final String PASSWORD = "correct horse";

  private static Certificates certificates;
  private static TestCluster open;
  private static TestCluster oneWay;
  private static TestCluster twoWays;

  @TempDir static Path folder;

  @BeforeAll
  static void start() throws Exception {
    certificates =
        Certificates.make(folder.resolve("tls"))
            .node("node", "ip:127.0.0.1,dns:localhost")
            .node("elsewhere", "dns:db.example.com")
            .user("ann")
            .user("stranger");
    open = TestCluster.start(1);
    oneWay = start(2, "node", false);
    twoWays = start(1, "node", true);
  }

  private static TestCluster start(int nodes, String certificate, boolean ofClientsToo)
      throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("security.yaml"),
            """
            users:
              ann: {password: '%s', roles: [all]}
            roles:
              all: {may: [read-graph, write-graph, drop, submit, cancel, read-results, read-model, administer]}
            """
                .formatted(PasswordHash.of(PASSWORD.toCharArray())));
    return TestCluster.start(
        nodes,
        new GraphemberConfiguration()
            .setMemoryBudgetBytes(512L << 20)
            .setSecurityFile(file.toString())
            .setGuardCaches(true),
        ignite -> tls(ignite, certificate, ofClientsToo));
  }

  private static void tls(IgniteConfiguration ignite, String certificate, boolean ofClientsToo) {
    ClientConnectorConfiguration connector = ignite.getClientConnectorConfiguration();
    connector
        .setSslEnabled(true)
        .setUseIgniteSslContextFactory(false)
        .setSslClientAuth(ofClientsToo)
        .setSslContextFactory(certificates.ofNode(certificate));
  }

  @AfterAll
  static void stop() {
    twoWays.close();
    oneWay.close();
    open.close();
  }

  private static Tls trusting() {
    return Tls.jdk().trusting(CertificateFiles.authorities(certificates.file("ca.pem")));
  }

  private static ConnectionSettings to(TestCluster cluster) {
    return ConnectionSettings.to(cluster.address(0));
  }

  private static void refused(ConnectionSettings settings, ErrorCode code, String message) {
    assertThatThrownBy(() -> GraphemberClient.connect(settings).close())
        .isInstanceOfSatisfying(
            GraphemberException.class, e -> assertThat(e.is(code)).as(e.toString()).isTrue())
        .hasMessage(message)
        .hasMessageNotContaining(PASSWORD);
  }

  @Test
  void oneWayWithAUser() {
    ConnectionSettings settings = to(oneWay).withTls(trusting()).withLogin("ann", PASSWORD);
    try (GraphemberClient ann = GraphemberClient.connect(settings)) {
      Jobs.load(ann, BlockModelJob.settings());
      Jobs.run(ann, BlockModelJob.settings());
      assertThat(ann.predictions("blocks", "blocks-sage").get("paper-00001")).isNotNull();
      assertThat(ann.graphs().get(0).owner()).isEqualTo("ann");
    }
  }

  @Test
  void twoWaysTheCertificateIsTheUser() throws Exception {
    Tls pem =
        trusting()
            .identifiedBy(
                CertificateFiles.identity(certificates.file("ann.pem"), certificates.key("ann")));
    Tls stores =
        Tls.jdk()
            .trusting(CertificateFiles.store(certificates.file("trust.p12"), Certificates.PASSWORD))
            .identifiedBy(
                CertificateFiles.identity(certificates.file("ann.p12"), Certificates.PASSWORD));
    for (Tls tls : new Tls[] {pem, stores}) {
      try (GraphemberClient ann = GraphemberClient.connect(to(twoWays).withTls(tls))) {
        assertThat(ann.findings()).isNotEmpty();
      }
    }
    Tls stranger =
        trusting()
            .identifiedBy(
                CertificateFiles.identity(
                    certificates.file("stranger.p12"), Certificates.PASSWORD));
    refused(
        to(twoWays).withTls(stranger),
        ConnectionError.LOGIN_REFUSED,
        "The node at %s takes only clients that log in: give --user and a password, or the certificate of a user."
            .formatted(twoWays.address(0)));
  }

  @Test
  void aNodeThatSpeaksTlsOnlySaysSo() {
    for (TestCluster cluster : new TestCluster[] {oneWay, twoWays}) {
      refused(
          to(cluster),
          ConnectionError.TLS_MISMATCH,
          "The node at %s speaks TLS only: connect with --tls, and with --ca or --trust-store if its authority is your own."
              .formatted(cluster.address(0)));
    }
  }

  @Test
  void aNodeThatDoesNotSpeakTlsIsToldFromOthers() {
    refused(
        to(open).withTls(trusting()),
        ConnectionError.TLS_MISMATCH,
        "What listens at %s does not speak TLS: leave TLS out, or name a port where it is spoken."
            .formatted(open.address(0)));
  }

  @Test
  void aNodeIsNotTrustedWithoutItsAuthority() {
    refused(
        to(oneWay).withTls(Tls.jdk()).withLogin("ann", PASSWORD),
        ConnectionError.TLS_REFUSED,
        "The certificate of the node at %s is not trusted (unable to find valid certification path to requested target): name the authority that vouches for it with --ca or --trust-store."
            .formatted(oneWay.address(0)));
  }

  @Test
  void aNodeThatWantsACertificateSaysSo() throws Exception {
    Certificates others = Certificates.make(folder.resolve("others")).user("ann");
    Tls foreign =
        trusting()
            .identifiedBy(CertificateFiles.identity(others.file("ann.p12"), Certificates.PASSWORD));
    for (Tls tls : new Tls[] {trusting(), foreign}) {
      refused(
          to(twoWays).withTls(tls),
          ConnectionError.TLS_REFUSED,
          "The node at %s wants a certificate that it trusts from its clients: give yours with --cert and --key, or --key-store."
              .formatted(twoWays.address(0)));
    }
  }

  @Test
  void aCertificateForAnotherHostIsRefused() throws IOException {
    try (TestCluster cluster = start(1, "elsewhere", false)) {
      ConnectionSettings settings = to(cluster).withLogin("ann", PASSWORD);
      refused(
          settings.withTls(trusting()),
          ConnectionError.TLS_REFUSED,
          "The certificate of the node at %s is made out for db.example.com: connect by such a name, or make one with the name that you use."
              .formatted(cluster.address(0)));
      try (GraphemberClient ann =
          GraphemberClient.connect(settings.withTls(trusting().withoutHostCheck()))) {
        assertThat(ann.graphs()).isEmpty();
      }
    }
  }

  @Test
  void wrongPasswordsAndStrangersAreRefusedAlike() {
    ConnectionSettings settings = to(oneWay).withTls(trusting());
    for (String user : new String[] {"ann", "bob"}) {
      refused(
          settings.withLogin(user, "correct Horse"),
          ConnectionError.LOGIN_REFUSED,
          "The node at %s does not know user %s, or the password is wrong: check both with whoever runs the cluster."
              .formatted(oneWay.address(0), user));
    }
    refused(
        settings,
        ConnectionError.LOGIN_REFUSED,
        "The node at %s takes only clients that log in: give --user and a password, or the certificate of a user."
            .formatted(oneWay.address(0)));
  }

  @Test
  void ignitesOwnUsersAreRefusedAlike() {
    try (TestCluster cluster =
        TestCluster.startPersistent(
            1, new GraphemberConfiguration(), ignite -> ignite.setAuthenticationEnabled(true))) {
      refused(
          to(cluster).withLogin("ignite", "wrong"),
          ConnectionError.LOGIN_REFUSED,
          "The node at %s does not know user ignite, or the password is wrong: check both with whoever runs the cluster."
              .formatted(cluster.address(0)));
      refused(
          to(cluster),
          ConnectionError.LOGIN_REFUSED,
          "The node at %s takes only clients that log in: give --user and a password, or the certificate of a user."
              .formatted(cluster.address(0)));
      GraphemberClient.connect(to(cluster).withLogin("ignite", "ignite")).close();
    }
  }

  /** A handshake with a server that says nothing has no bound in Ignite. */
  @Test
  void silenceIsBounded() throws IOException {
    try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      final String address = "127.0.0.1:" + silent.getLocalPort();
      ConnectionSettings settings =
          ConnectionSettings.to(address).withTimeout(Duration.ofMillis(300));
      final String message =
          "Nothing comes back from %s: see whether a firewall keeps you from it, and whether the node there is well."
              .formatted(address);
      refused(settings, ConnectionError.CONNECTION_TIMED_OUT, message);
      refused(settings.withTls(trusting()), ConnectionError.CONNECTION_TIMED_OUT, message);
    }
  }

  @Test
  void theFirstOfSeveralAddressesThatLeadsToANodeIsTaken() {
    final int nobody = TestCluster.freePort();
    ConnectionSettings settings =
        ConnectionSettings.to("127.0.0.1:" + nobody + ", " + open.address(0));
    try (GraphemberClient client = GraphemberClient.connect(settings)) {
      assertThat(client.cluster().nodes()).isEqualTo(1);
    }
    refused(
        ConnectionSettings.to("127.0.0.1:" + nobody, "no-such-host.invalid:10800"),
        ConnectionError.CONNECTION_FAILED,
        ("None of 2 addresses leads to a node. No Ignite node answers at 127.0.0.1:%d: start one, or name another host:port, with the port for clients, 10800 as a rule."
                + " Host no-such-host.invalid of no-such-host.invalid:10800 is not known: write its name as this machine knows it, or its number.")
            .formatted(nobody));
  }

  /** The call that notices fails; the next one is answered by another node. */
  @Test
  void aLostNodeIsReplacedByAnother() {
    try (TestCluster cluster = TestCluster.start(2);
        GraphemberClient client =
            GraphemberClient.connect(
                ConnectionSettings.to(cluster.address(1), cluster.address(0)))) {
      Jobs.load(client, BlockModelJob.settings());
      Jobs.run(client, BlockModelJob.settings());
      var predictions = client.predictions("blocks", "blocks-sage");
      assertThat(predictions.get("paper-00001")).isNotNull();
      cluster.stopNode(1);
      assertThatThrownBy(client::graphs)
          .hasMessage(
              "The connection to the node at %s was lost: see whether the node runs, its log says more."
                  .formatted(cluster.address(1)));
      assertThat(client.graphs()).hasSize(1);
      assertThat(predictions.get("paper-00001")).isNotNull();
    }
  }

  /** A client that was told of one node alone has learned of the others, and trusts them. */
  @Test
  void aLostNodeIsReplacedByOneThatTheClientHasLearnedOf() throws IOException {
    try (TestCluster cluster = start(2, "node", false);
        GraphemberClient ann =
            GraphemberClient.connect(
                ConnectionSettings.to(cluster.address(1))
                    .withTls(trusting())
                    .withLogin("ann", PASSWORD))) {
      cluster.stopNode(1);
      assertThatThrownBy(ann::graphs)
          .hasMessageStartingWith(
              "The connection to the node at %s was lost:".formatted(cluster.address(1)));
      assertThat(ann.graphs()).isEmpty();
      cluster.stopNode(0);
      assertThatThrownBy(ann::graphs).hasMessageContaining("was lost:");
      assertThatThrownBy(ann::graphs)
          .isInstanceOfSatisfying(
              GraphemberException.class,
              e -> assertThat(e.is(ConnectionError.CONNECTION_FAILED)).isTrue())
          .hasMessageStartingWith("None of 2 addresses leads to a node.");
    }
  }

  /** A configuration of Ignite's counts for everything. */
  @Test
  void aClientWithAConfigurationOfItsOwnAsksNobodyElse() {
    try (TestCluster cluster = TestCluster.start(2)) {
      final String address = cluster.address(1);
      try (GraphemberClient client =
          GraphemberClient.connect(address, GraphemberClient.configuration(address))) {
        cluster.stopNode(1);
        for (int i = 0; i < 3; i++) {
          assertThatThrownBy(client::graphs).hasMessageContaining(address);
        }
      }
    }
  }

  @Test
  void filesThatCannotBeUsedSayWhy() throws Exception {
    Path pem = certificates.file("ann.pem");
    final Path store = certificates.file("ann.p12");
    Path text = Files.writeString(folder.resolve("text.pem"), "hello");
    assertThatThrownBy(() -> CertificateFiles.authorities(folder.resolve("no.pem")))
        .hasMessageEndingWith("no.pem: there is no such file.");
    assertThatThrownBy(() -> CertificateFiles.authorities(text))
        .hasMessageEndingWith("text.pem: holds no certificate: PEM has a line BEGIN CERTIFICATE.");
    assertThatThrownBy(() -> CertificateFiles.identity(pem, text))
        .hasMessageEndingWith(
            "text.pem: holds no key of the form BEGIN PRIVATE KEY: openssl pkcs8 -topk8 -nocrypt makes one.");
    assertThatThrownBy(() -> CertificateFiles.store(store, "wrong"))
        .hasMessageEndingWith(
            "ann.p12: does not open with the password given: give that of the store.");
    assertThatThrownBy(() -> CertificateFiles.store(pem, Certificates.PASSWORD))
        .hasMessageEndingWith("ann.pem: is no key store: PKCS12 and JKS are read.");
    assertThatThrownBy(
            () -> CertificateFiles.identity(certificates.file("trust.p12"), Certificates.PASSWORD))
        .hasMessageEndingWith(
            "trust.p12: holds no key: put the client's certificate and its key there.");
  }
}
