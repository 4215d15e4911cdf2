// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.graphember.cli.job.JobOutcome;
import io.graphember.client.api.Json;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Scripts read this: a field that is here stays here. */
class JsonReportTest {
  private static JsonNode tree(JobOutcome outcome) throws IOException {
    return new ObjectMapper().readTree(Json.writePretty(JsonReport.of(outcome, Optional.empty())));
  }

  private static List<String> fields(JsonNode node) {
    List<String> names = new ArrayList<>();
    node.fieldNames().forEachRemaining(names::add);
    return names;
  }

  @Test
  void keepsItsFieldsAndTheirOrder() throws IOException {
    JsonNode report = tree(Outcomes.single());
    assertThat(fields(report))
        .containsExactly(
            "format",
            "name",
            "seed",
            "graph",
            "epochs",
            "bestEpoch",
            "test",
            "seconds",
            "bytes",
            "nodes",
            "publications",
            "versions",
            "trainers",
            "settings");
    assertThat(fields(report.get("graph")))
        .containsExactly(
            "name",
            "vertices",
            "edges",
            "features",
            "classes",
            "partitions",
            "partitioner",
            "replicationFactor",
            "edgeBalance",
            "vertexBalance",
            "skippedEdges",
            "exchangedBytes",
            "heldOutEdges",
            "version",
            "vertexTypes",
            "edgeTypes",
            "inDegrees",
            "partitionSizes",
            "featurePrecision");
    assertThat(fields(report.get("graph").get("vertexTypes").get(0)))
        .containsExactly(
            "name", "vertices", "keys", "features", "targets", "labelled", "classNames");
    assertThat(report.get("graph").get("vertexTypes").get(0).get("classNames").toString())
        .isEqualTo("[\"a\",\"b\",\"c\"]");
    assertThat(fields(report.get("graph").get("edgeTypes").get(0)))
        .containsExactly("name", "from", "to", "edges", "features", "classNames", "target");
    assertThat(fields(report.get("epochs").get(0)))
        .containsExactly(
            "epoch", "seconds", "waitSeconds", "loss", "validation", "best", "learningRate");
    assertThat(fields(report.get("epochs").get(1)))
        .containsExactly("epoch", "seconds", "waitSeconds", "loss", "best", "learningRate");
    assertThat(fields(report.get("nodes").get(0)))
        .containsExactly(
            "node",
            "clientPort",
            "partitions",
            "trainers",
            "rowsHeld",
            "gathersServed",
            "sampledEdges",
            "rowsServed",
            "requestsServed",
            "bytesServed",
            "busySeconds",
            "samplingSeconds",
            "bytesMoved",
            "bytesSpared",
            "stepsReplayed",
            "answers",
            "mappedRowsRead",
            "pageFaults",
            "pausedSeconds",
            "normalizedLoad",
            "missShare");
    assertThat(fields(report.get("seconds")))
        .containsExactly("start", "load", "open", "train", "total");
  }

  @Test
  void tellsOfOneRun() throws IOException {
    JsonNode report = tree(Outcomes.single());
    assertThat(report.at("/seed").longValue()).isEqualTo(7);
    assertThat(report.at("/graph/vertices").longValue()).isEqualTo(2708);
    assertThat(report.at("/graph/edgeBalance").doubleValue()).isEqualTo(1.25);
    assertThat(report.at("/graph/vertexBalance").doubleValue()).isEqualTo(1.17);
    assertThat(fields(report.get("test")))
        .containsExactly(
            "accuracy", "loss", "vertices", "validation", "macroF1", "baseline", "decisions");
    assertThat(fields(report.at("/test/decisions")))
        .containsExactly("confusion", "calibration", "calibrationError");
    assertThat(report.at("/test/accuracy").doubleValue()).isEqualTo(0.8125);
    assertThat(report.at("/seconds/total").doubleValue()).isEqualTo(9.0);
    assertThat(report.at("/bytes").longValue()).isEqualTo(1_500_000);
    assertThat(report.at("/nodes/0/partitions/1").intValue()).isEqualTo(2);
    assertThat(report.at("/nodes/0/normalizedLoad").doubleValue()).isCloseTo(1.2, within());
    assertThat(report.at("/nodes/1/normalizedLoad").doubleValue()).isCloseTo(0.8, within());
    assertThat(report.at("/nodes/2/normalizedLoad").isMissingNode()).isTrue();
    assertThat(report.at("/nodes/0/missShare").doubleValue()).isEqualTo(0.0025);
    assertThat(report.at("/nodes/1/missShare").isMissingNode()).isTrue();
    assertThat(report.at("/nodes/2/missShare").isMissingNode()).isTrue();
  }

  @Test
  void hasRemarks() throws IOException {
    assertThat(JsonReport.of(Outcomes.inferred(), Optional.empty()).remarks()).isNull();
    assertThat(tree(Outcomes.single()).has("remarks")).isFalse();
    assertThat(tree(Outcomes.poor()).get("remarks"))
        .hasSize(3)
        .anyMatch(remark -> remark.asText().startsWith("Features of vertex: "));
  }

  @Test
  void tellsOfSeveralSeeds() throws IOException {
    JsonNode report = tree(Outcomes.seeds());
    assertThat(report.at("/test/mean").doubleValue()).isCloseTo(0.82, within());
    assertThat(report.at("/test/accuracy")).isEqualTo(report.at("/test/mean"));
    assertThat(report.at("/test/deviation").doubleValue()).isCloseTo(0.02, within());
    assertThat(report.at("/test/runs")).hasSize(3);
    assertThat(fields(report.at("/test/runs/2")))
        .containsExactly(
            "seed",
            "accuracy",
            "loss",
            "vertices",
            "validation",
            "macroF1",
            "baseline",
            "epochs",
            "bestEpoch",
            "seconds");
    assertThat(report.at("/test/runs/2/seed").longValue()).isEqualTo(2);
    assertThat(report.at("/seconds/train").doubleValue()).isEqualTo(9.0);
    assertThat(report.at("/nodes/0/gathersServed").longValue()).isEqualTo(300);
  }

  @Test
  void tellsOfLinks() throws IOException {
    JsonNode report = tree(Outcomes.links());
    assertThat(report.has("test")).isFalse();
    assertThat(fields(report.get("links")))
        .containsExactly(
            "auc",
            "averagePrecision",
            "meanReciprocalRank",
            "hitsAt1",
            "hitsAt3",
            "hitsAt10",
            "heldOut",
            "rankedAgainst",
            "baseline",
            "edgeTypes");
    assertThat(report.at("/links/auc").doubleValue()).isCloseTo(0.625, within());
    assertThat(report.at("/links/heldOut").intValue()).isEqualTo(1055);
    assertThat(report.at("/links/baseline/meanReciprocalRank").doubleValue()).isEqualTo(0.05);
    assertThat(report.at("/links/baseline").has("baseline")).isFalse();
    assertThat(report.at("/links/edgeTypes/cites/auc").doubleValue()).isCloseTo(0.625, within());
    assertThat(report.at("/links/edgeTypes/cites").has("edgeTypes")).isFalse();
  }

  private static org.assertj.core.data.Offset<Double> within() {
    return org.assertj.core.data.Offset.offset(1e-12);
  }
}
