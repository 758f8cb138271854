"""The tools of `Scientific Computing` on examples of textbooks and of values computed by hand.

Arrays are printed; `array` reads them back.
"""

from __future__ import annotations

import ast
from typing import Any

import numpy as np
import pytest

from tests.servers.asking import Asking

SERVER = "Scientific Computing"


def array(text: str) -> Any:
    return np.array(ast.literal_eval(text))


def store(ask: Asking, **tensors: Any) -> None:
    for name, values in tensors.items():
        given = np.array(values, dtype=float)
        ask("create_tensor", name=name, shape=list(given.shape), values=given.ravel().tolist())


M1, M2 = [[4, 2, 1], [2, 3, 0], [1, 0, 2]], [[1, 0, 2], [0, 1, 1], [2, 1, 3]]


def test_tensors_are_stored_shown_and_deleted(ask: Asking) -> None:
    shown = ask("create_tensor", name="cube", shape=[2, 1, 2], values=[1, 2.5, -3, 4])
    assert array(shown.text).tolist() == [[[1, 2.5]], [[-3, 4]]]
    assert ask("view_tensor", name="cube").text == shown.text
    assert array(ask("transpose", name="cube").text).shape == (2, 1, 2)
    assert "cube" in ask("delete_tensor", name="cube").text
    assert ask("view_tensor", name="cube").is_error
    assert ask("delete_tensor", name="cube").is_error


def test_sums_and_products(ask: Asking) -> None:
    store(ask, A=M1, B=M2, v=[1, 2, 3])
    assert array(ask("add_matrices", name_a="A", name_b="B").text).tolist() == [
        [5, 2, 3],
        [2, 4, 1],
        [3, 1, 5],
    ]
    assert array(ask("subtract_matrices", name_a="A", name_b="B").text).tolist() == [
        [3, 2, -1],
        [2, 2, -1],
        [-1, -1, -1],
    ]
    product = ask("multiply_matrices", name_a="A", name_b="B").text
    assert array(product).tolist() == [[6, 3, 13], [2, 3, 7], [5, 2, 8]]
    assert array(ask("multiply_matrices", name_a="A", name_b="v").text).tolist() == [11, 8, 7]
    assert array(ask("multiply_matrices", name_a="v", name_b="A").text).tolist() == [11, 8, 7]
    assert array(ask("transpose", name="B").text).tolist() == np.transpose(M2).tolist()
    # The sum of the products is exact: 1e16 + 1 − 1e16 is 1.
    store(ask, wide=[1e16, 1, -1e16], ones=[1, 1, 1])
    assert ask("vector_dot_product", name_a="wide", name_b="ones").data == 1


def test_scaling_changes_the_store_unless_told_not_to(ask: Asking) -> None:
    store(ask, S=[[2, 4]])
    assert array(ask("scale_matrix", name="S", scale_factor=3, in_place=False).text).tolist() == [[6, 12]]
    assert array(ask("view_tensor", name="S").text).tolist() == [[2, 4]]
    assert array(ask("scale_matrix", name="S", scale_factor=0.5).text).tolist() == [[1, 2]]
    assert array(ask("view_tensor", name="S").text).tolist() == [[1, 2]]
    assert ask("scale_matrix", name="S", scale_factor=1e200).is_error
    assert array(ask("view_tensor", name="S").text).tolist() == [[1, 2]]


def test_determinants_ranks_and_inverses(ask: Asking) -> None:
    tenths = [[0.1, 0.2], [0.3, 0.6]]  # singular in decimals, not in binary floats
    hilbert = [[1 / (row + column + 1) for column in range(3)] for row in range(3)]
    store(ask, A=M1, B=M2, T=tenths, H=hilbert, R=[[1, 2, 3], [2, 4, 6]])
    assert [ask("determinant", name=name).data for name in "ABT"] == [13, -2, 0]
    assert ask("determinant", name="H").data == pytest.approx(1 / 2160, rel=1e-12)
    assert [ask("rank", name=name).data for name in "ABTR"] == [3, 3, 1, 1]
    assert array(ask("matrix_inverse", name="B").text).tolist() == [
        [-1, -1, 1],
        [-1, 0.5, 0.5],
        [1, 0.5, -0.5],
    ]
    adjugate = np.array([[6, -4, -3], [-4, 7, 2], [-3, 2, 8]])
    assert array(ask("matrix_inverse", name="A").text) == pytest.approx(adjugate / 13, abs=1e-9)
    inverse = [[9, -36, 30], [-36, 192, -180], [30, -180, 180]]  # of Hilbert's matrix
    assert array(ask("matrix_inverse", name="H").text) == pytest.approx(np.array(inverse), rel=1e-9)
    for name, words in [("T", "singular"), ("R", "square")]:
        assert words in ask("matrix_inverse", name=name).text
    assert ask("determinant", name="R").is_error


def test_decompositions(ask: Asking) -> None:
    store(
        ask,
        A=[[2, 1], [1, 2]],
        P=[[0, 1], [-1, 0]],
        G=[[12, -51, 4], [6, 167, -68], [-4, 24, -41]],
        W=[[3, 0], [4, 5]],
    )
    data = ask("compute_eigen", name="A").data
    assert array(data["eigenvalues"]).tolist() == [3, 1]
    half = 0.5**0.5
    assert array(data["eigenvectors"]) == pytest.approx(np.array([[half, half], [half, -half]]), abs=1e-9)
    assert ask("compute_eigen", name="P").data["eigenvalues"].replace(" ", "") == "[0.+1.j,0.-1.j]"
    # The example of Wikipedia's article on the QR decomposition.
    qr = ask("qr_decompose", name="G").data
    assert array(qr["r"]) == pytest.approx(np.array([[14, 21, -14], [0, 175, -70], [0, 0, 35]]), abs=1e-8)
    assert array(qr["q"])[0] * 175 == pytest.approx(np.array([150, -69, 58 * -1]), abs=1e-6)
    # 3√5 and √5: Strang, Introduction to Linear Algebra, section 7.2.
    svd = ask("svd_decompose", name="W").data
    assert array(svd["s"]) == pytest.approx(np.array([45**0.5, 5**0.5]), abs=1e-9)
    u, s, v_t = (array(svd[name]) for name in ("u", "s", "v_t"))
    assert u * s @ v_t == pytest.approx(np.array([[3, 0], [4, 5]]), abs=1e-8)


def test_extreme_and_large_matrices(ask: Asking) -> None:
    store(ask, far=[[1e150, 1e-150], [-1e-150, 1e150]], tiny=[[1e-200, 0], [0, 2e-200]])
    store(ask, row=[[1.0] * 100], column=[[1.0]] * 100)
    assert array(ask("find_orthonormal_basis", name="tiny").text).tolist() == [[1, 0], [0, 1]]
    assert array(ask("compute_eigen", name="tiny").data["eigenvalues"]).tolist() == [2e-200, 1e-200]
    for tool in ("compute_eigen", "svd_decompose", "qr_decompose", "rank", "find_orthonormal_basis"):
        assert not ask(tool, name="far").is_error
    assert ask("determinant", name="far").data == 1e300
    store(ask, huge=[[1e150, 0, 0], [0, 1e150, 0], [0, 0, 1e150]])
    assert "too large" in ask("determinant", name="huge").text
    assert ask("multiply_matrices", name_a="row", name_b="column").text == "[[100.]]"
    assert "too large" in ask("multiply_matrices", name_a="column", name_b="row").text
    assert "too large" in ask("svd_decompose", name="row").text
    hilbert = [[1 / (row + column + 1) for column in range(14)] for row in range(14)]
    store(ask, B=[[float(row == column) * (row + 1) for column in range(14)] for row in range(14)], H=hilbert)
    assert ask("determinant", name="B").data == pytest.approx(87178291200)  # 14!
    assert array(ask("matrix_inverse", name="B").text)[13][13] == pytest.approx(1 / 14, abs=1e-9)
    assert ask("matrix_inverse", name="H").is_error


def test_bases(ask: Asking) -> None:
    store(ask, A=[[1, 1, 2], [0, 1, 1], [1, 0, 1]], D=[[2, 1], [1, 2]], v=[3, 1])
    basis = ask("find_orthonormal_basis", name="A").data  # the third column is the sum of the others
    assert np.array(basis) == pytest.approx(
        np.array([[0.5**0.5, 0, 0.5**0.5], [1 / 6**0.5, 2 / 6**0.5, -1 / 6**0.5]]), abs=1e-11
    )
    turned = ask("change_basis", name="D", new_basis=[[1, 1], [1, -1]])
    assert array(turned.text).tolist() == [[3, 0], [0, 1]]
    assert array(ask("change_basis", name="v", new_basis=[[1, 1], [1, -1]]).text).tolist() == [2, 1]
    sheared = ask("change_basis", name="D", new_basis=[[1, 0], [1, 1]])
    assert array(sheared.text).tolist() == [[1, 0], [1, 3]]
    own = ask("find_orthonormal_basis", name="D").data
    changed = array(ask("change_basis", name="D", new_basis=own).text)
    assert np.trace(changed) == pytest.approx(4)
    assert ask("change_basis", name="D", new_basis=[[1, 1], [2, 2]]).is_error
    assert ask("change_basis", name="D", new_basis=[[1, 1, 1]]).is_error


def test_vectors(ask: Asking) -> None:
    store(ask, a=[1, 2, 3], b=[3, 2, 1], c=[[1], [0], [0]], d=[1, 2])
    assert ask("vector_dot_product", name_a="a", name_b="b").data == 10
    assert array(ask("vector_cross_product", name_a="a", name_b="b").text).tolist() == [-4, 8, -4]
    assert array(ask("vector_cross_product", name_a="c", name_b="a").text).tolist() == [0, -3, 2]
    assert array(ask("vector_project", name="a", new_vector=[3, 2, 1]).text) == pytest.approx(
        np.array([15, 10, 5]) / 7, abs=1e-9
    )
    assert array(ask("vector_project", name="d", new_vector=[0, 5]).text).tolist() == [0, 2]
    assert ask("vector_dot_product", name_a="a", name_b="d").is_error
    assert ask("vector_cross_product", name_a="a", name_b="d").is_error
    assert ask("vector_project", name="a", new_vector=[0, 0, 0]).is_error


def test_vector_calculus(ask: Asking) -> None:
    potential = "x**2*y + y**2*z + z**2*x"
    assert ask("gradient", f_str=potential).text == "[2*x*y + z**2, x**2 + 2*y*z, 2*x*z + y**2]"
    assert ask("laplacian", f_str=potential).text == "2*x + 2*y + 2*z"
    field = "[x*y, y*z, z*x]"
    assert ask("curl", f_str=field, point=[1, 1, 1]).data == {
        "curl_sym": "[-y, -z, -x]",
        "curl_val": [-1, -1, -1],
        "point": [1, 1, 1],
    }
    assert ask("curl", f_str="[-y, x, 0]", point=None).data == {"curl_sym": "[0, 0, 2]"}
    data = ask("divergence", f_str=field, point=[1, 2, 3]).data
    assert (data["divergence_sym"], data["divergence_val"]) == ("x + y + z", 6)
    assert ask("laplacian", f_str="[x**2, y**3, z]", is_vector=True).text == "[2, 6*y, 0]"
    along = ask("directional_deriv", f_str="x*y", u=[3, 4, 0])
    assert along.text == "0.8*x + 0.6*y"
    assert ask("directional_deriv", f_str="x*y*z", u=[1, 1, 1], unit=False).text == "x*y + x*z + y*z"
    # 1/r is harmonic away from the origin.
    assert ask("laplacian", f_str="1/sqrt(x**2 + y**2 + z**2)").text == "0"


def test_a_gradient_goes_into_curl_and_divergence(ask: Asking) -> None:
    bell = ask("gradient", f_str="exp(-0.5*(x**2 + y**2 + z**2))").text
    assert ask("curl", f_str=bell).data == {"curl_sym": "[0, 0, 0]"}
    spread = ask("divergence", f_str=bell, point=[0, 0, 0]).data
    assert spread["divergence_sym"] == "(x**2 + y**2 + z**2 - 3)*exp(-0.5*x**2 - 0.5*y**2 - 0.5*z**2)"
    assert spread["divergence_val"] == -3


@pytest.mark.parametrize(
    ("tool", "arguments", "words"),
    [
        ("create_tensor", {"name": "x", "shape": [2, 2], "values": [1, 2, 3]}, "needs 4 values"),
        ("create_tensor", {"name": "", "shape": [1], "values": [1]}, "1 to 80"),
        ("create_tensor", {"name": "x", "shape": [10**30], "values": [1]}, "'shape'"),
        ("create_tensor", {"name": "x", "shape": [0], "values": []}, "'shape'"),
        ("view_tensor", {"name": "none"}, "create_tensor"),
        ("add_matrices", {"name_a": "two", "name_b": "three"}, "differ"),
        ("subtract_matrices", {"name_a": "two", "name_b": "none"}, "name_b"),
        ("multiply_matrices", {"name_a": "two", "name_b": "three"}, "do not fit"),
        ("compute_eigen", {"name": "two"}, "square matrix"),
        ("qr_decompose", {"name": "two"}, "matrix"),
        ("svd_decompose", {"name": "two"}, "matrix"),
        ("rank", {"name": "none"}, "Not found"),
        ("find_orthonormal_basis", {"name": "none"}, "Not found"),
        ("gradient", {"f_str": "2x"}, "write products with *"),
        ("gradient", {"f_str": "[x, y, z]"}, "it is a field"),
        ("curl", {"f_str": "x*y"}, "three formulas"),
        ("curl", {"f_str": "[1/x, y, z]", "point": [1]}, "'point'"),
        ("divergence", {"f_str": "[1/x, y, z]", "point": [0, 1, 1]}, "has no value"),
        ("laplacian", {"f_str": "x", "is_vector": True}, "three formulas"),
        ("directional_deriv", {"f_str": "x", "u": [0, 0, 0]}, "no direction"),
        ("plot_function", {"expr_str": "x*z"}, "z is the height"),
        ("plot_function", {"expr_str": "x", "xlim": [5, -5]}, "lower bound first"),
        ("plot_function", {"expr_str": "log(-1 - x**2)"}, "no value anywhere"),
        ("plot_function", {"expr_str": "x", "grid": "many"}, "whole number"),
        ("plot_vector_field", {"f_str": "[x, y, z]", "bounds": "0,1"}, "6 numbers"),
        ("plot_vector_field", {"f_str": "[x, y, z]", "n": 99}, "between 2 and 16"),
    ],
)  # fmt: skip
def test_wrong_input_is_refused(ask: Asking, tool: str, arguments: dict[str, Any], words: str) -> None:
    store(ask, two=[1, 2], three=[1, 2, 3])
    heard = ask(tool, **arguments)
    assert heard.is_error
    assert words in heard.text
