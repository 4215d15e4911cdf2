// SPDX-License-Identifier: Apache-2.0
package io.graphember.it.assembly;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The bill of materials of the tree, in the format of CycloneDX. */
class SbomTest {
  private static final Pattern CLASSIFIER = Pattern.compile("[?&]classifier=([^&]+)");

  private final Tree tree = Tree.built();

  /** As the build has made it; Maven does not make it when it is offline. */
  private JsonNode sbom() throws IOException {
    Path file = tree.root().resolve("docs/graphember").resolve(Tree.SBOM);
    final boolean offline = "offline=true".equals(System.getProperty("graphember.maven"));
    assumeThat(offline && Files.notExists(file)).isFalse();
    return new ObjectMapper().readTree(file.toFile());
  }

  /** The jar of a component by Maven's coordinates. */
  private static String jar(JsonNode component) {
    Matcher classifier =
        CLASSIFIER.matcher(URI.create(component.get("purl").asText()).getSchemeSpecificPart());
    return component.get("name").asText()
        + "-"
        + component.get("version").asText()
        + (classifier.find() ? "-" + classifier.group(1) : "")
        + ".jar";
  }

  @Test
  void namesEveryJarOfTheTreeAndNoOther() throws IOException {
    JsonNode sbom = sbom();
    List<String> jars = new ArrayList<>();
    sbom.get("components").forEach(component -> jars.add(jar(component)));
    assertThat(sbom.get("bomFormat").asText()).isEqualTo("CycloneDX");
    assertThat(jars).containsExactlyInAnyOrderElementsOf(tree.files("libs", ".jar"));
  }

  @Test
  void saysOfEveryJarItsLicenceAndItsHash() throws IOException {
    assertThat(sbom().get("components"))
        .allSatisfy(
            component -> {
              assertThat(component.path("licenses")).as(jar(component)).isNotEmpty();
              assertThat(component.path("hashes")).as(jar(component)).isNotEmpty();
            });
  }

  @Test
  void isTheSameFromEveryBuild() throws IOException {
    JsonNode sbom = sbom();
    assertThat(sbom.has("serialNumber")).isFalse();
    assertThat(sbom.at("/metadata/timestamp").asText()).isIn("", "2026-01-01T00:00:00Z");
  }
}
