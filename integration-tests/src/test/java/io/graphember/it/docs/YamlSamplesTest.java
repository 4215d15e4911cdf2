// SPDX-License-Identifier: Apache-2.0
package io.graphember.it.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.graphember.config.SettingsDocument;
import io.graphember.inference.exchange.SliceManifest;
import io.graphember.training.job.JobSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.yaml.snakeyaml.Yaml;

/** Every job file on a page, and every part of one, has settings that there are and that fit. */
class YamlSamplesTest {
  private static final Pattern SAMPLE = Pattern.compile("(?ms)^```yaml\\b[^\n]*\n(.*?)^```");
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Samples that are no jobs, by their first setting. */
  private static final Map<String, String> TESTED_ELSEWHERE =
      Map.of(
          "users", "RoleAuthorizerTest",
          "roles", "RoleAuthorizerTest",
          "connect", "ConnectionSettingsTest",
          "predict", "RequestsTest",
          "model teleport-gcn", "OwnModelTest",
          "training near-seeds", "OwnModelTest");

  @TestFactory
  List<DynamicTest> everySampleFits() throws IOException {
    final List<DynamicTest> tests = new ArrayList<>();
    for (Path page : Pages.all()) {
      final String text = Files.readString(page);
      final Matcher sample = SAMPLE.matcher(text);
      while (sample.find()) {
        final int line = (int) text.substring(0, sample.start()).lines().count() + 1;
        final String name = Pages.ROOT.relativize(page) + ":" + line;
        final ObjectNode settings = JSON.valueToTree(new Yaml().load(sample.group(1)));
        if (!TESTED_ELSEWHERE.containsKey(kind(settings))) {
          tests.add(dynamicTest(name, () -> assertFits(name, settings)));
        }
      }
    }
    assertThat(tests).hasSizeGreaterThan(50);
    return tests;
  }

  private static String kind(JsonNode settings) {
    final String first = settings.fieldNames().next();
    final String type =
        first.equals("training")
            ? settings.at("/training/batch/type").asText()
            : settings.at("/model/type").asText();
    final String named = first + " " + type;
    return TESTED_ELSEWHERE.containsKey(named) ? named : first;
  }

  private static void assertFits(String name, ObjectNode settings) {
    if (settings.has("slices")) {
      final SettingsDocument slices = SettingsDocument.parse(name, settings.toString());
      assertThat(slices.bind(SliceManifest.class).slices()).isNotEmpty();
      return;
    }
    complete(settings);
    final JobSettings job =
        SettingsDocument.parse(name, settings.toString()).bind(JobSettings.class);
    assertThat(job.name()).isEqualTo(settings.at("/name").asText());
  }

  /** Adds what a part leaves to the rest of its job. */
  private static void complete(ObjectNode settings) {
    final boolean infers = settings.at("/job").asText().equals("infer");
    absent(settings, "name", "sample");
    absent(settings, "graph", Map.of("name", "sample"));
    if (!infers) {
      absent(settings, "source", Map.of());
      final ObjectNode source = (ObjectNode) settings.get("source");
      if (!source.has("type")) {
        source.put("type", "csv");
        source.put("data", "data");
        absent(source, "edges", Map.of("file", "edges.csv"));
      }
    }
    final boolean trains = !settings.has("job");
    if (trains || infers && !settings.at("/inference").has("slices")) {
      absent(settings, "model", Map.of("type", "graphsage"));
    }
  }

  private static void absent(ObjectNode settings, String name, Object value) {
    if (!settings.has(name)) {
      settings.set(name, JSON.valueToTree(value));
    }
  }
}
