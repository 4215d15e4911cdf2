// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.job.embedding;

import io.graphember.spi.setting.Setting;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;

/**
 * How rows of triples are trained, beside the other settings of section {@code embedding} of a job
 * file.
 *
 * @param loss what makes triples that hold score higher than negatives
 * @param adversarialTemperature how much more negatives count that score high; 0 for all alike
 * @param regularizer what keeps rows small
 * @param regularization how much that counts; 0 for not at all
 * @param reciprocal whether a relation has a row for each direction
 * @param chunkSize triples that share negatives
 * @param filterNegatives whether negatives that are triples of the graph are left out
 * @param ranked most held-out edges that are ranked; 0 for none
 */
public record TripleSettings(
    @Setting(
            value =
                "What makes triples score higher than negatives: logistic each for itself, or margin"
                    + " a triple against its negatives.",
            byDefault = "logistic")
        @NotNull
        TripleLossKind loss,
    @Setting(
            value =
                "How much more negatives count that score high: weights are a softmax of scores"
                    + " times this; 0 for all alike.",
            byDefault = "1")
        @DecimalMin("0")
        @DecimalMax("100")
        float adversarialTemperature,
    @Setting(
            value = "What keeps rows small: l2 squares, or n3 cubes of the moduli.",
            byDefault = "n3")
        @NotNull
        Regularizer regularizer,
    @Setting(value = "How much the regularizer counts; 0 for not at all.", byDefault = "0")
        @DecimalMin("0")
        @DecimalMax("1")
        float regularization,
    @Setting(
            value =
                "True for relations that have a row for each direction: what is asked for a head is"
                    + " asked for the tail of the reverse relation.",
            byDefault = "false")
        boolean reciprocal,
    @Setting(value = "Triples of a batch that share negatives, of either end.", byDefault = "256")
        @Min(1)
        @Max(65_536)
        int chunkSize,
    @Setting(
            value =
                "True to leave out negatives that are triples of the graph; each batch looks them"
                    + " up.",
            byDefault = "false")
        boolean filterNegatives,
    @Setting(
            value =
                "Most held-out edges that are ranked when the job has trained, either end among all"
                    + " vertices; 0 for none.",
            byDefault = "100000")
        @Min(0)
        @Max(1_000_000)
        int ranked) {}
