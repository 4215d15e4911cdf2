// SPDX-License-Identifier: Apache-2.0
package io.graphember.it.assembly;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.cli.cluster.FreePorts;
import io.graphember.client.GraphemberClient;
import io.graphember.client.connect.CertificateFiles;
import io.graphember.client.connect.ConnectionSettings;
import io.graphember.client.connect.Tls;
import io.graphember.it.docs.Pages;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The page on security from its first command to a trained model: certificates as it makes them, a
 * node as it configures one, and the command with the options and the file that it shows.
 */
@Timeout(value = 4, unit = TimeUnit.MINUTES)
class SecuredHomeTest {
  private static final String PAGE = "docs/user/security.md";
  private static final String PASSWORD = "correct horse";

  private final Tree tree = Tree.built();

  @TempDir Path folder;
  private Path etc;

  @BeforeEach
  void makeCertificates() throws Exception {
    etc = Files.createDirectories(folder.resolve("etc"));
    final String commands =
        block("bash", "keytool -genkeypair")
            .replace("dns:node1.example.com,ip:10.0.0.5", "dns:localhost,ip:127.0.0.1");
    ProcessBuilder shell =
        new ProcessBuilder("bash", "-euo", "pipefail", "-c", commands)
            .directory(etc.toFile())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("keytool.log").toFile());
    shell
        .environment()
        .merge("PATH", System.getProperty("java.home") + "/bin", (path, jdk) -> jdk + ":" + path);
    assertThat(shell.start().waitFor())
        .as(Files.readString(folder.resolve("keytool.log")))
        .isZero();
  }

  private static String block(String language, String part) throws Exception {
    return Pages.samples(PAGE, language).stream()
        .filter(sample -> sample.contains(part))
        .findFirst()
        .orElseThrow();
  }

  private String node(IgniteHome home, int discovery, int client) throws Exception {
    final String connector =
        block("xml", "sslContextFactory")
            .replace("/etc/graphember", etc.toString())
            .replace("value=\"10800\"", "value=\"" + client + "\"");
    final String bean = block("xml", "guardCaches").replace("/etc/graphember", etc.toString());
    return home.exampleNode(discovery, client)
        .replaceAll(
            "(?s)<property name=\"clientConnectorConfiguration\">.*?</bean>\\s*</property>",
            Matcher.quoteReplacement(connector))
        .replaceAll(
            "(?s)<bean class=\"io.graphember.ignite.GraphemberConfiguration\">.*?</bean>",
            Matcher.quoteReplacement(bean));
  }

  private Path secret(String name, String text) throws Exception {
    Path file = Files.writeString(etc.resolve(name), text + "\n");
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
  }

  @Test
  void fromTheTreeToATrainedModel() throws Exception {
    final Path password = secret("password", PASSWORD);
    final String hash = tree.runWith(Map.of(), password, "hash-password").assertCode(0).out();
    Files.writeString(
        etc.resolve("security.yaml"),
        """
        users:
          ann: {password: '%s', roles: [analyst]}
        roles:
          analyst:
            may: [read-graph, write-graph, submit, read-results]
            names: [demo]
        """
            .formatted(hash.strip()));
    final int[] ports = FreePorts.find(InetAddress.getLoopbackAddress(), 2);
    final String address = "localhost:" + ports[1];
    final String ca = etc.resolve("ca.pem").toString();
    try (IgniteHome home = IgniteHome.unpack(tree, folder.resolve("ignite"))) {
      home.start(node(home, ports[0], ports[1]));
      Tree.Ended trained =
          tree.run(
                  "train",
                  tree.root().resolve("examples/graphember/jobs/demo.yaml").toString(),
                  "--connect",
                  address,
                  "--user",
                  "ann",
                  "--password-file",
                  password.toString(),
                  "--ca",
                  ca,
                  "--set",
                  "source.vertices=500",
                  "--set",
                  "training.epochs=2")
              .assertCode(0);
      assertThat(trained.out()).contains("Graph       demo: 500 vertices");

      ConnectionSettings settings =
          ConnectionSettings.to(address)
              .withLogin("ann", PASSWORD)
              .withTls(Tls.jdk().trusting(CertificateFiles.authorities(Path.of(ca))));
      try (GraphemberClient client = GraphemberClient.connect(settings)) {
        assertThat(client.results("demo")).hasSize(1);
        final String job = client.results("demo").get(0).job();
        assertThat(client.predictions("demo", job).get("paper-00001")).isNotNull();
      }
      readsTheFile(address);
      assertThat(tree.run("graphs", "--connect", address).assertCode(2).err())
          .contains("error TLS_MISMATCH: ");
      assertThat(tree.run("graphs", "--connect", address, "--ca", ca).assertCode(2).err())
          .contains("error LOGIN_REFUSED: ");
    }
  }

  /** What the page writes to the file serves every command. */
  private void readsTheFile(String address) throws Exception {
    final String text =
        block("yaml", "passwordFile:")
            .replaceFirst("connect: .*", "connect: " + address)
            .replaceFirst("ca: .*", "ca: ca.pem");
    final Path file = Files.writeString(etc.resolve("client.yaml"), text);
    Map<String, String> variables = Map.of("GRAPHEMBER_CONFIG", file.toString());
    assertThat(tree.runWith(variables, Path.of("/dev/null"), "graphs").assertCode(0).out())
        .contains("demo");
    assertThat(tree.runWith(variables, Path.of("/dev/null"), "config").assertCode(0).out())
        .contains("ann", "client.yaml", "ca.pem")
        .doesNotContain(PASSWORD);
  }
}
