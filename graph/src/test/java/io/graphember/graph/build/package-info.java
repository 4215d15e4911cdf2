// SPDX-License-Identifier: Apache-2.0
/** Tests of staging and building. */
package io.graphember.graph.build;
