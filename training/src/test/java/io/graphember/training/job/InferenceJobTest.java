// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.config.SettingsDocument;
import io.graphember.training.job.task.GraphShape;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What jobs of inference say, and what does not go together there. */
class InferenceJobTest {
  private static JobSettings bind(String yaml) {
    return SettingsDocument.parse("job.yaml", yaml).bind(JobSettings.class);
  }

  @Test
  void inferenceNamesATrainedJobAndLooksAtAllInEdges() {
    JobSettings job = bind("{name: j, graph: {name: g}, job: infer, inference: {model: trained}}");
    assertThat(job.infer().inference().model()).isEqualTo("trained");
    assertThat(job.trainsModel()).isFalse();
    assertThat(job.job().epochs()).isZero();
    assertThatThrownBy(
            () ->
                bind(
                    "{name: j, graph: {name: g}, model: {from: m}, job: infer, inference: {model: trained}}"))
        .hasMessageContaining("must be left out with job: infer: inference.model names the job");
    assertThatThrownBy(
            () ->
                bind(
                    "{name: j, graph: {name: g}, job: infer, inference: {model: trained},"
                        + " sampling: {direction: both}, embedding: {}}"))
        .hasMessageContaining("embedding = {}: does not go with job: infer, but with embed")
        .hasMessageContaining(
            "sampling = {direction: ...}: does not go with job: infer, but with train");
  }

  @Test
  void onlyClassesOfVerticesAreUncertain() {
    for (String job :
        List.of(
            "task: {type: links}",
            "task: {type: regression, split: {train: 0.5, valid: 0.2, test: 0.3}}",
            "job: infer, inference: {model: m}, task: {type: edge-regression}")) {
      assertThatThrownBy(
              () -> bind("{name: j, graph: {name: g}, publish: {uncertainty: true}, " + job + "}"))
          .hasMessageContaining(
              "publish.uncertainty = true: must be false: a task of this type learns no classes of vertices");
    }
  }

  @Test
  void inferenceRunsATrainedJobOrSlices() {
    JobSettings job =
        bind("{name: j, graph: {name: g}, job: infer, inference: {slices: folder, engine: onnx}}");
    assertThat(job.infer().inference().origin()).isEqualTo("folder");
    assertThat(
            bind("{name: j, graph: {name: g}, job: infer, inference: {slices: folder}}")
                .infer()
                .inference()
                .engine())
        .isEqualTo(InferenceSettings.Engine.AUTO);
    assertThatThrownBy(
            () ->
                bind(
                    "{name: j, graph: {name: g}, task: {type: links}, job: infer, inference: {slices: folder, engine: kernel,"
                        + " candidates: 2, edges: all, edgeFile: f}}"))
        .hasMessageContaining("must be onnx or auto with inference.slices")
        .hasMessageContaining("must be none with inference.slices, and edgeFile left out")
        .hasMessageContaining("must be left out where inference.edges is all")
        .hasMessageContaining("must be 0 with inference.slices")
        .hasMessageContaining("must be left out with a task of edges or pairs");
    assertThatThrownBy(
            () -> bind("{name: j, graph: {name: g}, job: infer, inference: {engine: onnx}}"))
        .hasMessageContaining("or inference.slices says what is run, one of them");
  }

  @Test
  void anIndexFindsCandidatesWhoseScoresAreProducts() {
    final String job =
        "{name: j, graph: {name: g}, job: infer, inference: {model: m, search: index";
    assertThatThrownBy(() -> bind(job + "}}"))
        .hasMessageContaining("search = index: must be exact without inference.candidates");
    for (String task : List.of("{type: links, decoder: mlp}", "{type: edge-regression}")) {
      assertThatThrownBy(() -> bind(job + ", candidates: 3}, task: " + task + "}"))
          .hasMessageContaining(
              "inference.search = index: must be exact with a decoder that is a perceptron: its"
                  + " scores are no products");
    }
    assertThat(
            bind(job + ", candidates: 3}, task: {type: links, decoder: complex}}")
                .infer()
                .inference()
                .search())
        .isEqualTo(InferenceSettings.Search.INDEX);
  }

  @Test
  void anEdgeTypeIsNamedWherePairsAreScored() {
    GraphShape graph =
        new GraphShape(List.of(5), 64, 0, List.of("cites", "likes"), List.of(7L, 50L));
    JobSettings job =
        bind(
            "{name: j, graph: {name: g}, job: infer, inference: {model: m, edgeType: likes, candidates: 5}}");
    assertThat(job.infer().inference().scoredType(graph)).isEqualTo(1);
    assertThatThrownBy(
            () ->
                bind(
                    "{name: j, graph: {name: g}, job: infer, inference: {model: m, edgeType: likes}}"))
        .hasMessageContaining(
            "inference.edgeType = likes: must be left out without edges, edgeFile and candidates");
  }

  @Test
  void candidatesNeedEmbeddingsAndOneScore() {
    assertThatThrownBy(
            () ->
                bind(
                    "{name: j, graph: {name: g}, job: infer, inference: {model: trained, edges: all, candidates: 5, edgeType: e},"
                        + " task: {type: edge-classes}, publish: {embeddings: false}}"))
        .hasMessageContaining(
            "inference.candidates = 5: must be 0 without publish.embeddings, by which they are found")
        .hasMessageContaining(
            "must be 0 with task.type: edge-classes: a pair has no score, but classes")
        .hasMessageContaining("inference.edgeType = e: must be left out: task.edgeType says it")
        .hasMessageContaining(
            "inference.edges = all: must be none without publish.embeddings, by which they are scored");
  }
}
