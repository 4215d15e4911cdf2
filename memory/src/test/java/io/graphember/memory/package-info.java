// SPDX-License-Identifier: Apache-2.0
/** Tests of budgets, slabs and growing arrays. */
package io.graphember.memory;
