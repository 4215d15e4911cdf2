// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What options, variables and the file say about connections, as far as no node is needed. */
class ConnectionSettingsTest {
  private final TestConsole console = new TestConsole();

  @TempDir Path home;
  private Path file;

  @BeforeEach
  void folder() throws IOException {
    file = Files.createDirectories(home.resolve(".config/graphember")).resolve("client.yaml");
  }

  private void file(String permissions, String text) throws IOException {
    Files.writeString(file, text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
  }

  private int run(Map<String, String> variables, String... arguments) {
    return console.in(variables).run(arguments);
  }

  private List<String> config(Map<String, String> variables, String... options) {
    String[] arguments = new String[options.length + 1];
    arguments[0] = "config";
    System.arraycopy(options, 0, arguments, 1, options.length);
    TestConsole own = new TestConsole().in(variables);
    assertThat(own.run(arguments)).as(own.err()).isZero();
    return own.out().lines().map(line -> line.replaceAll(" +", " ")).toList();
  }

  private Map<String, String> atHome() {
    return Map.of("HOME", home.toString());
  }

  @Test
  void nothingIsSetAtFirst() {
    assertThat(config(atHome()))
        .containsExactly(
            "Nothing is set: commands that need a cluster connect to 127.0.0.1:10800.");
  }

  @Test
  void theFileOnThePageIsOne() throws IOException {
    final String page = Files.readString(Path.of("../docs/user/security.md"));
    final String from = page.substring(page.indexOf("```yaml\nconnect:") + "```yaml\n".length());
    file("rw-------", from.substring(0, from.indexOf("```")));
    assertThat(config(atHome()))
        .contains(
            "connect node1.example.com:10800,node2.example.com:10800 " + file,
            "user ann " + file,
            "passwordFile %s/password %s".formatted(file.getParent(), file),
            "ca %s/ca.pem %s".formatted(file.getParent(), file));
  }

  @Test
  void optionsBeatVariablesWhichBeatTheFile() throws IOException {
    file(
        "rw-------",
        "connect: a:1,b:2\nuser: ann\npassword: hunter2\nca: ca.pem\nstorePasswordFile: /s\n");
    assertThat(
            config(
                Map.of(
                    "HOME", home.toString(),
                    "GRAPHEMBER_TRUST_STORE", "t.p12",
                    "GRAPHEMBER_STORE_PASSWORD", "hunter3",
                    "GRAPHEMBER_CONNECT", "c:3"),
                "--connect",
                "d:4"))
        .containsExactly(
            "setting value from",
            "connect d:4 command line",
            "user ann " + file,
            "password (not shown) " + file,
            "trustStore t.p12 GRAPHEMBER_TRUST_STORE",
            "storePassword (not shown) GRAPHEMBER_STORE_PASSWORD");
  }

  /** Nobody sends one user's password as another's. */
  @Test
  void thePasswordOfTheFileIsThatOfItsUser() throws IOException {
    file("rw-------", "user: ann\npassword: hunter2\n");
    assertThat(config(atHome(), "--user", "bob"))
        .containsExactly("setting value from", "user bob command line");
  }

  @Test
  void filesOfTheFileLieBesideIt() throws IOException {
    file("rw-r--r--", "ca: ca.pem\n");
    assertThat(config(atHome())).contains("ca " + file.resolveSibling("ca.pem") + " " + file);
  }

  @Test
  void theFileMayBeElsewhereOrNowhere() throws IOException {
    file("rw-------", "user: ann\n");
    Path other = Files.writeString(home.resolve("other.yaml"), "user: bob\n");
    assertThat(config(Map.of("HOME", "/nowhere", "XDG_CONFIG_HOME", home + "/.config")))
        .contains("user ann " + file);
    assertThat(config(Map.of("HOME", home.toString(), "GRAPHEMBER_CONFIG", other.toString())))
        .contains("user bob " + other);
    assertThat(config(Map.of("HOME", home.toString(), "GRAPHEMBER_CONFIG", "")))
        .singleElement()
        .asString()
        .startsWith("Nothing is set");
  }

  @Test
  void aPasswordThatEverybodyCanReadIsRefused() throws IOException {
    file("rw-r--r--", "user: ann\npassword: hunter2\n");
    assertThat(run(atHome(), "graphs")).isEqualTo(2);
    assertThat(console.err())
        .isEqualToNormalizingNewlines(
            "error PASSWORD_EXPOSED: %s holds a password, and everybody can read it: chmod 600 %s keeps it to you.\n"
                .formatted(file, file));
  }

  @Test
  void allMistakesOfTheFileAreSaidAtOnce() throws IOException {
    file("rw-------", "usr: ann\ntls: maybe\npasword: hunter2\n");
    assertThat(run(atHome(), "graphs")).isEqualTo(2);
    assertThat(console.err())
        .startsWith("error SETTINGS_INVALID: 3 settings are wrong:")
        .contains(
            "client.yaml:1: usr = ann: is unknown; did you mean user?",
            "client.yaml:2: tls = maybe: must be true or false",
            "client.yaml:3: pasword = (not shown): is unknown; did you mean password?")
        .doesNotContain("hunter2");
  }

  @Test
  void whatDoesNotGoTogetherIsRefused() throws IOException {
    assertThat(
            run(
                Map.of("GRAPHEMBER_TLS", "yes"),
                "graphs",
                "--ca",
                "a.pem",
                "--trust-store",
                "t.p12",
                "--cert",
                "c.pem"))
        .isEqualTo(2);
    assertThat(console.err())
        .isEqualToNormalizingNewlines(
            "error CONNECTION_UNCLEAR: --trust-store excludes --ca: leave one out."
                + " --cert needs --key beside it. GRAPHEMBER_TLS = yes: must be true or false.\n");
    file("rw-------", "keyStore: k.p12\ncert: c.pem\nkey: k.pem\n");
    TestConsole other = new TestConsole().in(atHome());
    assertThat(other.run("graphs")).isEqualTo(2);
    assertThat(other.err())
        .contains(
            "client.yaml:1: keyStore = k.p12: excludes cert: leave one out",
            "client.yaml:1: keyStore = k.p12: excludes key: leave one out");
  }

  @Test
  void aPasswordThatNobodyGivesHasThreeWays() {
    assertThat(run(Map.of(), "graphs", "--user", "ann")).isEqualTo(2);
    assertThat(console.err())
        .isEqualToNormalizingNewlines(
            "error PASSWORD_MISSING: The password of user ann is missing, and nobody is here to ask: name a file"
                + " with --password-file, set GRAPHEMBER_PASSWORD, or run the command in a terminal.\n");
  }

  @Test
  void storesNeedTheirPassword() {
    assertThat(run(Map.of(), "graphs", "--trust-store", "t.p12")).isEqualTo(2);
    assertThat(console.err())
        .isEqualToNormalizingNewlines(
            "error PASSWORD_MISSING: The password of the store is missing: write it to a file and name that"
                + " with --store-password-file, or set GRAPHEMBER_STORE_PASSWORD.\n");
  }

  @Test
  void asksForThePassword() {
    console.types("hunter2");
    assertThat(run(Map.of(), "graphs", "--user", "ann", "--connect", "127.0.0.1:1")).isEqualTo(3);
    assertThat(console.err())
        .contains("Password of ann at 127.0.0.1:1: ", "error CONNECTION_FAILED")
        .doesNotContain("hunter2");
  }

  @Test
  void filesOfPasswordsAreReadWithCare() throws IOException {
    Path password = home.resolve("password");
    String[] graphs = {"graphs", "--user", "ann", "--password-file", password.toString()};
    assertThat(run(Map.of(), graphs)).isEqualTo(2);
    assertThat(console.err())
        .isEqualToNormalizingNewlines(
            "error PASSWORD_FILE_UNUSABLE: %s: there is no such file.\n".formatted(password));
    Files.writeString(password, "\n");
    Files.setPosixFilePermissions(password, PosixFilePermissions.fromString("rw-------"));
    TestConsole empty = new TestConsole();
    assertThat(empty.run(graphs)).isEqualTo(2);
    assertThat(empty.err()).contains("its first line is empty, write the password there.");
  }

  @Test
  void hashesAPasswordThatIsTypedTwice() {
    console.types("correct horse", "correct horse");
    assertThat(console.run("hash-password")).isZero();
    assertThat(console.out()).matches("pbkdf2-sha256:210000:[^:]+==:[^:]+=\\R");
    TestConsole wrong = new TestConsole().types("correct horse", "correct Horse");
    assertThat(wrong.run("hash-password")).isEqualTo(2);
    assertThat(wrong.err())
        .contains("The two passwords differ: type the same one twice.")
        .doesNotContain("orse");
  }

  @Test
  void hashesAPasswordOfStandardInput() {
    InputStream before = System.in;
    try {
      System.setIn(new ByteArrayInputStream("correct horse\n".getBytes(StandardCharsets.UTF_8)));
      TestConsole script = new TestConsole().withNobody();
      assertThat(script.run("hash-password")).as(script.err()).isZero();
      assertThat(script.out()).startsWith("pbkdf2-sha256:");
      System.setIn(InputStream.nullInputStream());
      TestConsole empty = new TestConsole().withNobody();
      assertThat(empty.run("hash-password")).isEqualTo(2);
      assertThat(empty.err()).contains("The password is empty: type one");
    } finally {
      System.setIn(before);
    }
  }
}
