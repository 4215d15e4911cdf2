// SPDX-License-Identifier: Apache-2.0
/** Tests of optimizers against their papers. */
package io.graphember.tensor.optimizer;
