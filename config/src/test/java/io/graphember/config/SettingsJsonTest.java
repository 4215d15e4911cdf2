// SPDX-License-Identifier: Apache-2.0
package io.graphember.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.config.JobSample.Mode;
import io.graphember.config.JobSample.Output;
import io.graphember.config.JobSample.Table;
import io.graphember.config.JobSample.Training;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class SettingsJsonTest {

  @Test
  void theTextIsOneLineInTheOrderOfTheComponents() {
    assertThat(
            SettingsDocument.toJson(
                new JobSample(
                    "a\"\n\u2028",
                    new Training(10, 0.01f, 42, Mode.VERY_EXACT, 1e300, true, "#"),
                    new Output("c", 1, null),
                    List.of("t"),
                    Map.of("left", new Table(3)),
                    List.of(10, 5))))
        .isEqualTo(
            "{\"name\":\"a\\\"\\n\u2028\",\"training\":{\"epochs\":10,\"learningRate\":0.01,"
                + "\"seed\":42,\"mode\":\"very-exact\",\"decay\":1.0E300,\"repeatable\":true,"
                + "\"separator\":\"#\"},\"output\":{\"cache\":\"c\",\"backups\":1},"
                + "\"tags\":[\"t\"],\"tables\":{\"left\":{\"dim\":3}},\"fanouts\":[10,5]}");
  }

  @Provide
  Arbitrary<JobSample> jobs() {
    Arbitrary<String> texts = Arbitraries.strings().ofMaxLength(20);
    Arbitrary<Training> trainings =
        Combinators.combine(
                Arbitraries.integers().between(1, 1000),
                Arbitraries.floats().between(1e-20f, 1f).ofScale(25),
                Arbitraries.longs(),
                Arbitraries.of(Mode.VERY_EXACT),
                Arbitraries.doubles(),
                Arbitraries.of(true, false),
                Arbitraries.of("tab", ",", "\"", "\\", "\u2603", " "))
            .as(Training::new);
    Arbitrary<Output> outputs =
        Combinators.combine(texts, Arbitraries.integers(), Arbitraries.integers().injectNull(0.5))
            .as(Output::new);
    return Combinators.combine(
            texts.filter(text -> !text.isEmpty()),
            trainings,
            outputs.injectNull(0.3),
            texts.list().ofMaxSize(3),
            Arbitraries.maps(texts, Arbitraries.integers().between(1, 9).map(Table::new))
                .ofMaxSize(4),
            Arbitraries.integers().list().ofMaxSize(5))
        .as(JobSample::new);
  }

  @Property(tries = 500)
  void whatIsWrittenReadsBackEqual(@ForAll("jobs") JobSample job) {
    String json = SettingsDocument.toJson(job);
    assertThat(json).doesNotContain("\n");
    assertThat(SettingsDocument.parse("wire", json).bind(JobSample.class)).isEqualTo(job);
  }
}
