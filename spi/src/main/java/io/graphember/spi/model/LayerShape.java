// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.model;

/**
 * What a layer is told that is to be written.
 *
 * @param layer number of the layer, 0 first
 * @param hidden floats of a hidden row of the model
 * @param out floats of a row that leaves the layer
 * @param last true if it gives the outputs: it is the model's last, and no dense layers follow
 * @param options what the graph has, and what every model may have
 */
public record LayerShape(int layer, int hidden, int out, boolean last, LayerOptions options) {}
