// SPDX-License-Identifier: Apache-2.0
package io.graphember.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.spi.error.GraphemberException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SettingsTextTest {

  private static void refused(String text, String message) {
    assertThatThrownBy(() -> SettingsDocument.parse("job.yaml", text))
        .isInstanceOfSatisfying(
            GraphemberException.class,
            e -> assertThat(e.is(ConfigError.SETTINGS_UNREADABLE)).isTrue())
        .hasMessage(message);
  }

  @Test
  void brokenYamlIsOneSentenceWithItsLine() {
    refused(
        "a: 1\nb: [1, 2\nc: 3\n",
        "job.yaml:3: not YAML: while parsing a flow sequence, expected ',' or ']', but got :.");
    refused(
        "a: 1\n\tb: 2\n",
        "job.yaml:2: not YAML: while scanning for the next token, found character '\\t(TAB)' that"
            + " cannot start any token. (Do not use \\t(TAB) for indentation).");
    refused(
        "a: \"\\U00110000\"\n",
        "job.yaml:1: not YAML: while scanning a double-quoted scalar, found unknown escape"
            + " character 00110000.");
    refused("a: 1\n b: 2\n", "job.yaml:2: not YAML: mapping values are not allowed here.");
    refused(
        "a: \"x\n",
        "job.yaml:2: not YAML: while scanning a quoted scalar, found unexpected end of stream.");
  }

  @Test
  void whatTheLibraryTripsOverIsRefusedToo() {
    refused(
        "a: \"\\x", // the end of the text
        "job.yaml:1: not YAML: an escape in this line or below is malformed.");
  }

  @Test
  void whatIsNoTextOrNoNameIsRefused() {
    refused("? {a: 1}\n: 2\n", "job.yaml:1: not YAML: a name must be one text.");
    refused("a: \u0007\n", "job.yaml:1: not YAML: special characters are not allowed.");
  }

  @Test
  void whatHidesMeaningIsRefused() {
    refused(
        "a: &x {b: 1}\n",
        "job.yaml:1: anchors (&) and aliases (*) are not allowed; write the value out.");
    refused(
        "a: 1\nb: *x\n",
        "job.yaml:2: anchors (&) and aliases (*) are not allowed; write the value out.");
    refused("a: !!int 1\n", "job.yaml:1: tags (a word after !) are not allowed; leave them out.");
    refused(
        "a: !mine {b: 1}\n", "job.yaml:1: tags (a word after !) are not allowed; leave them out.");
    refused("a: 1\nb: 2\na: 3\n", "job.yaml:3: a is set twice, first in line 1; set it once.");
    refused("{\"a\": 1,\n\"a\": 3}", "job.yaml:2: a is set twice, first in line 1; set it once.");
    refused("a: 1\n---\nb: 2\n", "job.yaml:3: a second document begins; one is allowed.");
    refused("- 1\n", "job.yaml:1: expected settings as name: value, found [1].");
    refused("hello", "job.yaml:1: expected settings as name: value, found hello.");
  }

  @Test
  void limitsHold() {
    refused("a: " + "x".repeat(1 << 20), "job.yaml: is longer than the limit of 1048576 bytes.");
    refused("a: " + "[".repeat(40), "job.yaml:1: nested deeper than 32 levels.");
    refused("{\"a\": " + "[".repeat(40), "job.yaml:1: nested deeper than 32 levels.");
  }

  @Test
  void anEmptyTextIsAnEmptyDocument() {
    assertThat(SettingsText.document("job.yaml", "").entries()).isEmpty();
    assertThat(SettingsText.document("job.yaml", "# nothing\n").entries()).isEmpty();
  }

  @Test
  void filesAreReadAsUtf8(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("job.yaml");
    Files.writeString(file, "name: ä\n");
    assertThat(SettingsDocument.read(file).has("name")).isTrue();
    Files.write(file, "name: ä\n".getBytes(StandardCharsets.ISO_8859_1));
    assertThatThrownBy(() -> SettingsDocument.read(file))
        .hasMessage(file + ": is not UTF-8; save it so, or convert it with iconv.");
    Files.writeString(file, "a".repeat((1 << 20) + 1));
    assertThatThrownBy(() -> SettingsDocument.read(file))
        .hasMessage(file + ": is longer than the limit of 1048576 bytes.");
    Path absent = folder.resolve("absent.yaml");
    assertThatThrownBy(() -> SettingsDocument.read(absent))
        .hasMessage(absent + ": there is no such file.");
    assertThatThrownBy(() -> SettingsDocument.read(folder))
        .hasMessage(folder + ": is a folder, not a file of settings.");
  }

  @Provide
  Arbitrary<String> texts() {
    return Arbitraries.strings()
        .withChars("ab:-[]{},&*!|>'\"#%@`?\\ \n\t01.~\u0000\u007f\u2028é\ud800")
        .ofMaxLength(60);
  }

  @Property(tries = 3000)
  void anyTextIsReadOrRefusedWithOurError(@ForAll("texts") String text) {
    try {
      SettingsDocument.parse("job.yaml", text).bind(JobSample.class);
    } catch (GraphemberException e) {
      assertThat(e.code()).startsWith("SETTINGS_");
    }
    try {
      SettingsDocument.parse("job.yaml", "name: x").set("training.epochs=" + text);
    } catch (GraphemberException e) {
      assertThat(e.code()).startsWith("SETTINGS_");
    }
  }
}
