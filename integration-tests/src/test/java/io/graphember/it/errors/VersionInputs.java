// SPDX-License-Identifier: Apache-2.0
package io.graphember.it.errors;

import com.fasterxml.jackson.core.type.TypeReference;
import io.graphember.client.api.GraphemberService;
import io.graphember.client.api.Json;
import io.graphember.client.api.load.LoadHeader;
import io.graphember.client.api.load.LoadState;
import io.graphember.config.ConfigError;
import io.graphember.config.SettingsDocument;
import io.graphember.graph.GraphError;
import io.graphember.it.Await;
import io.graphember.it.Jobs;
import io.graphember.jobs.NodeError;
import io.graphember.schema.source.GraphSource;
import io.graphember.schema.source.ReadProgress;
import io.graphember.training.job.JobSettings;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;

/** What may be wrong with additions to a graph, or with a version that is named. */
final class VersionInputs {
  private static final String NO_SOURCE = Stage.GENERATED.replaceAll("(?m)^source: .*\\n", "");

  private VersionInputs() {}

  static final List<BadInput> ALL =
      List.of(
          new BadInput(
              "adding to a graph that is not in the cluster",
              NodeError.GRAPH_UNKNOWN,
              stage -> stage.train(Stage.GENERATED, "--set", "graph.add=true")),
          new BadInput(
              "adding with another number of partitions",
              GraphError.BASE_MISMATCH,
              Stage.loaded(stage -> add(stage, "graph.partitions=5"))),
          new BadInput(
              "adding edges in both directions to a directed graph",
              GraphError.BASE_MISMATCH,
              Stage.loaded(stage -> add(stage, "graph.symmetrize=true"))),
          new BadInput(
              "adding vertices with longer feature rows",
              GraphError.BASE_MISMATCH,
              Stage.loaded(stage -> add(stage, "source.words=31"))),
          new BadInput(
              "adding vertices with keys of another kind",
              GraphError.BASE_MISMATCH,
              Stage.loaded(
                  stage -> {
                    load(stage);
                    return stage.csv(Stage.VERTICES, Stage.EDGES, "--set", "graph.add=true");
                  })),
          new BadInput(
              "adding to a version that somebody else adds to",
              NodeError.GRAPH_CHANGED,
              Stage.loaded(VersionInputs::raced)),
          new BadInput(
              "training on a version that is not there",
              NodeError.VERSION_UNKNOWN,
              Stage.loaded(
                  stage -> {
                    load(stage);
                    return stage.train(NO_SOURCE, "--set", "graph.version=999999");
                  })),
          new BadInput(
              "showing a version that is not there",
              NodeError.VERSION_UNKNOWN,
              Stage.loaded(stage -> named(stage, "graph"))),
          new BadInput(
              "dropping a version that is not there",
              NodeError.VERSION_UNKNOWN,
              Stage.loaded(stage -> named(stage, "drop"))),
          new BadInput(
              "a version, and a source to load another",
              ConfigError.SETTINGS_INVALID,
              stage -> stage.train(Stage.GENERATED, "--set", "graph.version=1")),
          new BadInput(
              "a version below 1",
              ConfigError.SETTINGS_INVALID,
              stage -> stage.train(NO_SOURCE, "--set", "graph.version=0")),
          new BadInput(
              "a version to drop without its graph's name",
              NodeError.REQUEST_MALFORMED,
              stage -> Refusal.of(stage.service().dropVersion(null, 1))));

  private static void load(Stage stage) {
    Jobs.load(stage.client(), Jobs.parse(Stage.GENERATED));
  }

  private static Refusal add(Stage stage, String difference) throws IOException {
    load(stage);
    return stage.train(Stage.GENERATED, "--set", "graph.add=true", "--set", difference);
  }

  private static Refusal named(Stage stage, String command) {
    load(stage);
    return stage.run(command, "bad", "--graph-version", "999999", "--connect", stage.address());
  }

  /** A load that adds nothing is overtaken by one that adds something. */
  private static Refusal raced(Stage stage) {
    load(stage);
    GraphemberService service = stage.service();
    JobSettings additions = Jobs.parse(Stage.GENERATED, "graph.add=true");
    long load = begin(service, stage, additions);
    try {
      await(service, load, state -> state.phase().equals("receive"));
      Jobs.load(stage.client(), additions);
      service.commitLoad(load, "[[]]");
      return Refusal.of(await(service, load, LoadState::ended).error().toException());
    } finally {
      service.abortLoad(load);
    }
  }

  private static long begin(GraphemberService service, Stage stage, JobSettings job) {
    try (GraphSource source = GraphSource.open(job.source(), stage.folder(), ReadProgress.NONE)) {
      String header = Json.write(LoadHeader.of(source.header()));
      return Json.value(
          service.beginLoad(SettingsDocument.toJson(job.graph()), header),
          new TypeReference<Long>() {});
    }
  }

  private static LoadState await(GraphemberService service, long load, Predicate<LoadState> until) {
    TypeReference<LoadState> type = new TypeReference<>() {};
    Await.until(
        Duration.ofSeconds(20), () -> until.test(Json.value(service.loadState(load), type)));
    return Json.value(service.loadState(load), type);
  }
}
