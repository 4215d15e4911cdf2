// SPDX-License-Identifier: Apache-2.0
package io.graphember.client.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.type.TypeReference;
import io.graphember.spi.error.ErrorCategory;
import io.graphember.spi.error.GraphemberException;
import java.util.List;
import org.junit.jupiter.api.Test;

class JsonTest {
  private static final JobState STATE =
      new JobState(
          7,
          "job",
          "graph",
          JobState.Status.RUNNING,
          "train",
          200,
          List.of(
              new EpochInfo(1, 0.5, 0.25, 1.25, 0.75, true, 0.01),
              new EpochInfo(2, 0.5, 0, 1, null, false, null)),
          new JobTrainers(
              2,
              2048,
              "mini-batch",
              JobTrainers.TRAINERS,
              "training.trainers = 2",
              List.of(new JobTrainers.OnNode("node-0", 2, 4, 0.25))),
          new LayerProgress(1, 2, 300, 1200, 2500),
          null,
          3L,
          null,
          new Submission("train", "ann", 1_700_000_000_000L),
          null,
          null);

  @Test
  void stateReadsBack() {
    assertThat(Json.read(Json.write(STATE), JobState.class)).isEqualTo(STATE);
  }

  @Test
  void replyCarriesTheValue() {
    assertThat(Json.value(Json.reply(STATE), new TypeReference<JobState>() {})).isEqualTo(STATE);
    assertThat(Json.value(Json.reply(17L), new TypeReference<Long>() {})).isEqualTo(17L);
    assertThat(
            Json.<Publication>value(Json.reply((Object) null), new TypeReference<Publication>() {}))
        .isNull();
  }

  @Test
  void replyCarriesTheError() {
    ErrorInfo error = new ErrorInfo("GRAPH_UNKNOWN", ErrorCategory.USER, "No such graph.");
    assertThatThrownBy(() -> Json.value(Json.reply(error), new TypeReference<Long>() {}))
        .isInstanceOfSatisfying(
            GraphemberException.class,
            e -> {
              assertThat(e.code()).isEqualTo("GRAPH_UNKNOWN");
              assertThat(e.category()).isEqualTo(ErrorCategory.USER);
            })
        .hasMessage("No such graph.");
  }

  @Test
  void aNewerNodeMaySayMore() {
    String text = Json.write(STATE).replaceFirst("\\{", "{\"later\":1,");
    assertThat(Json.read(text, JobState.class)).isEqualTo(STATE);
  }

  @Test
  void refusesWhatIsNotThat() {
    assertThatThrownBy(() -> Json.read("[1, 2", JobState.class))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("it is JSON of another shape");
    assertThatThrownBy(() -> Json.read("{\"job\": [1", JobState.class))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("field job has a wrong value");
    assertThatThrownBy(() -> Json.read("{job", JobState.class))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("it is no JSON, see line 1, column 3");
    assertThatThrownBy(() -> Json.read("null", JobState.class)).hasMessage("it says nothing");
  }
}
