// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.report;

import io.graphember.cli.job.JobOutcome;
import io.graphember.client.SampledVertex;
import io.graphember.client.api.EpochInfo;
import io.graphember.client.api.GraphInfo;
import io.graphember.client.api.JobResult;
import io.graphember.client.api.JobTrainers;
import io.graphember.client.api.NodeAnswers;
import io.graphember.client.api.NodeCounts;
import io.graphember.client.api.Publication;
import io.graphember.config.SettingsDocument;
import io.graphember.schema.KeyKind;
import io.graphember.training.job.JobSettings;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Outcomes of runs that never were. */
final class Outcomes {
  private Outcomes() {}

  static JobOutcome single() {
    return new JobOutcome(
        settings(),
        false,
        true,
        List.of(result(7, 0.8125)),
        seconds(),
        List.of(),
        List.of(),
        Optional.empty());
  }

  static JobOutcome seeds() {
    return new JobOutcome(
        settings(),
        true,
        false,
        List.of(result(0, 0.80), result(1, 0.82), result(2, 0.84)),
        seconds(),
        List.of(new SampledVertex(5L, Optional.of("Theory"))),
        List.of(),
        Optional.empty());
  }

  /** Nothing was trained, so nothing was tested. */
  static JobOutcome inferred() {
    JobSettings job =
        SettingsDocument.parse(
                "job.yaml",
                "{name: all, graph: {name: cora}, job: infer, inference: {model: cora-gcn}}")
            .bind(JobSettings.class);
    JobResult result = result(0, (JobResult.Test) null);
    return new JobOutcome(
        job, false, false, List.of(result), seconds(), List.of(), List.of(), Optional.empty());
  }

  /** Edges were predicted, with two seeds. */
  static JobOutcome links() {
    JobSettings links =
        SettingsDocument.parse(
                "job.yaml", "{name: cora-gcn, graph: {name: cora}, task: {type: links}}")
            .bind(JobSettings.class);
    return new JobOutcome(
        links,
        true,
        false,
        List.of(linkResult(0.5), linkResult(0.75)),
        seconds(),
        List.of(),
        List.of(),
        Optional.empty());
  }

  private static JobResult linkResult(double auc) {
    JobResult.Test test =
        new JobResult.Test(
            null,
            null,
            0,
            0.9,
            null,
            null,
            null,
            null,
            new JobResult.Links(auc, 0.25, 0.125, 0.1, 0.2, 0.3, 1055, 50),
            new JobResult.Links(0.5, 0.1, 0.05, 0.01, 0.02, 0.03, 1055, 50),
            Map.of("cites", new JobResult.Links(auc, 0.25, 0.125, 0.1, 0.2, 0.3, 1055, 50)),
            null);
    return result(0, test);
  }

  static JobSettings settings() {
    return SettingsDocument.parse(
            "job.yaml", "{name: cora-gcn, graph: {name: cora}, model: {type: gcn}}")
        .bind(JobSettings.class);
  }

  private static Map<String, Double> seconds() {
    Map<String, Double> seconds = new LinkedHashMap<>();
    seconds.put("start", 2.0);
    seconds.put("load", 1.0);
    seconds.put("total", 9.0);
    return seconds;
  }

  /** Features alone did better. */
  static JobOutcome poor() {
    JobResult result = result(7, test(0.5), 16.6);
    return new JobOutcome(
        settings(),
        false,
        true,
        List.of(result),
        seconds(),
        List.of(),
        List.of("Features of vertex: the same for every vertex, best left out: planet."),
        Optional.empty());
  }

  static JobResult result(long seed, Double accuracy) {
    return result(seed, test(accuracy));
  }

  private static JobResult.Test test(Double accuracy) {
    return new JobResult.Test(
        accuracy, 0.6, 1000, 0.79, 0.75, 0.57, null, null, null, null, Map.of(), decisions());
  }

  private static JobResult.Decisions decisions() {
    return new JobResult.Decisions(
        List.of(List.of(400L, 50L, 0L), List.of(100L, 150L, 50L), List.of(0L, 50L, 200L)),
        List.of(
            new JobResult.CalibrationBin(250, 0.5, 0.4),
            new JobResult.CalibrationBin(750, 0.9, 0.85)),
        0.0625);
  }

  private static JobResult result(long seed, JobResult.Test test) {
    return result(seed, test, 1.2);
  }

  private static GraphInfo graph() {
    return new GraphInfo(
        "cora",
        1,
        "graphember.graph.cora.v1",
        2708,
        10556,
        8,
        "hash-2d",
        false,
        2.231,
        1.17,
        1.25,
        1433,
        false,
        List.of("a", "b", "c"),
        List.of(1L, 2L),
        0,
        List.of(
            new GraphInfo.Vertices(
                "vertex", 2708, KeyKind.INT64, 1433, 2708, List.of("a", "b", "c"))),
        List.of(new GraphInfo.Edges("edge", "vertex", "vertex", 10556, false, false, 0)),
        List.of(0L, 485L, 1136L, 847L, 205L, 29L, 5L, 1L),
        0);
  }

  private static JobResult result(long seed, JobResult.Test test, double firstLoss) {
    Map<String, Double> phases = new LinkedHashMap<>();
    phases.put("open", 0.25);
    phases.put("train", 3.0);
    phases.put("total", 4.0);
    return new JobResult(
        3,
        "cora-gcn",
        seed,
        graph(),
        List.of(
            new EpochInfo(1, 0.5, 0.1, firstLoss, 0.4, true, 0.01),
            new EpochInfo(2, 0.25, 0, 1.5, null, false, 0.005)),
        1,
        test,
        phases,
        1_500_000,
        List.of(
            new NodeCounts(
                "node-1",
                10800,
                new int[] {0, 2},
                1,
                1354,
                100,
                30_000,
                2000,
                40,
                700_000,
                0.25,
                0.125,
                1_000_000,
                250_000,
                0,
                List.of(new NodeAnswers("node-2", 80, 0.125)),
                40_000,
                100L,
                12.5),
            new NodeCounts(
                "node-2",
                10801,
                new int[] {1},
                0,
                1354,
                90,
                20_000,
                1900,
                80,
                900_000,
                0.5,
                0.25,
                500_000,
                0,
                0,
                List.of(),
                1_000,
                null,
                0),
            new NodeCounts(
                "node-3", 0, new int[0], 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, List.of(), 0, 12L, 0)),
        Map.of(
            "predictions",
            new Publication(
                "predictions",
                "predictions",
                "vertex",
                "graphember.predictions.cora.cora-gcn.v2",
                2,
                1,
                2708,
                false,
                KeyKind.INT64,
                null,
                null,
                null)),
        Map.of("graphember", "0.1.0"),
        0,
        null,
        List.of(),
        new JobTrainers(
            2,
            2048,
            "mini-batch",
            JobTrainers.TRAINERS,
            "training.trainers = 2",
            List.of(
                new JobTrainers.OnNode("node-1", 1, 4, 0.5),
                new JobTrainers.OnNode("node-2", 0, 4, 0),
                new JobTrainers.OnNode("node-3", 1, 4, 0.25))),
        null,
        Map.of("name", "cora-gcn", "model", Map.of("type", "gcn")),
        List.of(),
        null);
  }
}
