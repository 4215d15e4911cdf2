// SPDX-License-Identifier: Apache-2.0
/**
 * What a mini-batch is made of: a plan of operators that depend on each other (ByteGNN, section
 * 3.1), and a sampler that follows a plan batch by batch.
 */
package io.graphember.sampling.plan;
